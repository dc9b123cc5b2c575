import type { ServerResponse } from 'node:http';
import { composeTextReply } from './edit-text.ts';
import { isReading, parseReadBlocks, scoreBlocks } from './reading-response.ts';
import { injectedText, type SceneName } from './scenes.ts';
import { composeTranslation, type Obey, orderIn, parseTargetLocale, sayAs } from './translation-response.ts';

interface ContentPart {
  type: string;
  text?: string;
  image_url?: { url: string };
}

export interface ChatRequest {
  model: string;
  stream?: boolean;
  messages: { role: string; content: string | ContentPart[] }[];
  response_format?: unknown;
}

export interface ChatPlay {
  scene: SceneName;
  /** Resolves when the scene `pending` may continue. */
  released(): Promise<void>;
  obey: Obey | null;
  answer: Answer | null;
}

/** The answer to a request, or the translation of a block; null for the regular one. */
export type Answer = (request: { instructions: string; text: string }) => string | null;

const finishReasons: Partial<Record<SceneName, string>> = { filtered: 'content_filter', truncated: 'length' };

/** Handles `POST /v1/chat/completions` for scenes that produce text. */
export async function respondToChat(
  response: ServerResponse,
  chat: ChatRequest,
  { scene, released, obey, answer }: ChatPlay,
): Promise<void> {
  const instructions = readMessage(chat, 'system');
  const data = readMessage(chat, 'user');
  const text = composeText(scene, instructions, data, { obey, answer });
  const finish = finishReasons[scene] ?? 'stop';
  const usage = countUsage(instructions + data, text);
  if (chat.stream) {
    await stream(response, scene, text, { finish, usage, released });
    return;
  }
  const message =
    scene === 'refusal'
      ? { role: 'assistant', content: null, refusal: 'I can not help with that.' }
      : { role: 'assistant', content: text };
  const body = JSON.stringify({
    id: 'fake-1',
    object: 'chat.completion',
    created: 1_800_000_000,
    model: chat.model,
    choices: [{ index: 0, message, finish_reason: finish }],
    usage,
  });
  response.setHeader('content-type', 'application/json');
  if (scene === 'cut' || scene === 'stalled') {
    response.setHeader('content-length', Buffer.byteLength(body));
    response.write(body.slice(0, 40), () => scene === 'cut' && response.destroy());
    return;
  }
  if (scene === 'pending') await released();
  response.end(body);
}

/** An image is replaced by the beginning of its data URL. */
export function readMessage({ messages = [] }: Partial<ChatRequest>, role: string): string {
  const content = messages.find((message) => message.role === role)?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map(({ text, image_url }) => text ?? image_url?.url.slice(0, 22) ?? '').join('\n');
}

function composeText(
  scene: SceneName,
  instructions: string,
  data: string,
  { obey, answer }: Pick<ChatPlay, 'obey' | 'answer'>,
): string {
  const to = parseTargetLocale(instructions);
  if (to !== null && scene !== 'huge')
    return composeTranslation(scene, to, { instructions, data, obey, answer });
  const given = answer?.({ instructions, text: data });
  if (typeof given === 'string') return given;
  if (isReading(instructions)) return scoreBlocks(parseReadBlocks(data), 96);
  const obeyed = obey && orderIn(data, instructions, obey);
  if (obeyed && !/json/i.test(instructions)) return sayAs(obeyed, composeGoodReply(instructions, data));
  if (obeyed)
    return JSON.stringify({
      seoTitle: sayAs(obeyed, goodSeo.seoTitle),
      seoDescription: sayAs(obeyed, goodSeo.seoDescription),
      seoKeywords: [...goodSeo.seoKeywords, obeyed.text],
      publish: true,
      status: 'published',
      slug: obeyed.text,
    });
  const good = composeGoodReply(instructions, data);
  switch (scene) {
    case 'half-json':
      return JSON.stringify(goodSeo).slice(0, 60);
    case 'wrong-json':
      return JSON.stringify({ seoTitle: 7, other: [true] });
    case 'string-json':
      return JSON.stringify(JSON.stringify(goodSeo));
    case 'fenced-json':
      return `\`\`\`json\n${JSON.stringify({ title: goodSeo.seoTitle, description: goodSeo.seoDescription, keywords: goodSeo.seoKeywords.join(', ') })}\n\`\`\``;
    case 'chatty-json':
      return `Here you are:\n\n${JSON.stringify(goodSeo)}\n\nAnything else?`;
    case 'huge':
      return 'word '.repeat(1024 * 1024);
    case 'empty':
      return '';
    case 'obeys-quietly':
      return /json/i.test(instructions)
        ? JSON.stringify({
            seoTitle: injectedText,
            seoDescription: injectedText,
            seoKeywords: injectedText,
          })
        : injectedText;
    case 'obeys':
      return /json/i.test(instructions)
        ? JSON.stringify({
            seoTitle: injectedText,
            seoDescription: `${instructions} ${injectedText}`,
            seoKeywords: [injectedText],
            publish: true,
          })
        : `${instructions}\n${injectedText}`;
    default:
      return good;
  }
}

/** Responds with an edited text, SEO fields, a slug or a summary, depending on the instructions. */
function composeGoodReply(instructions: string, data: string): string {
  const edited = composeTextReply(instructions, data);
  if (edited !== null) return edited;
  if (instructions.includes('alternative text'))
    return data.includes('data:image/jpeg;base64') ? 'What the model sees.' : 'What the text says.';
  if (instructions.includes('"titles"')) return JSON.stringify({ titles: goodTitles });
  if (/json/i.test(instructions)) return JSON.stringify(goodSeo);
  if (/\bslug\b/i.test(instructions)) return 'a-good-slug-from-the-model';
  const words = data
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  return `A good summary from the model, of a text of ${words.length} words.`;
}

const goodTitles = ['A first title', 'A second title', 'A second title', 'A third title'];

const goodSeo = {
  seoTitle: 'A good title from the model',
  seoDescription: 'A good description from the model, as a search engine shows it.',
  seoKeywords: ['good', 'words', 'from the model'],
};

async function stream(
  response: ServerResponse,
  scene: SceneName,
  text: string,
  options: { finish: string; usage: object; released: () => Promise<void> },
): Promise<void> {
  response.setHeader('content-type', 'text/event-stream');
  const sendEvent = (value: object) =>
    response.write(`data: ${JSON.stringify({ id: 'fake-1', ...value })}\n\n`);
  const delta = (value: object, finish_reason: string | null = null) =>
    sendEvent({ choices: [{ index: 0, delta: value, finish_reason }] });
  if (scene === 'refusal') delta({ refusal: 'I can not help with that.' });
  const pieces = text.match(scene === 'huge' ? /[\s\S]{1,4096}/g : /[\s\S]{1,12}/g) ?? [];
  for (const [index, content] of pieces.entries()) {
    if ((scene === 'cut' || scene === 'stalled') && index === 2) {
      response.write(': last words\n\n', () => scene === 'cut' && response.destroy());
      return;
    }
    if (scene === 'pending' && index === pieces.length - 1) await options.released();
    delta({ content });
  }
  delta({}, options.finish);
  sendEvent({ choices: [], usage: options.usage });
  response.end('data: [DONE]\n\n');
}

/** Estimates four characters per token. */
function countUsage(promptText: string, completion: string) {
  const prompt_tokens = Math.ceil(promptText.length / 4);
  const completion_tokens = Math.ceil(completion.length / 4);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}
