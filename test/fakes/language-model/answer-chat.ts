import type { ServerResponse } from 'node:http';
import { answerTranslation, targetOf } from './answer-translation.ts';
import { type Obey, orderIn, sayAs } from './obey-orders.ts';
import { obedientWords, type SceneName } from './scenes.ts';
import { goodSeo, goodWords } from './write-words.ts';

export interface ChatRequest {
  model: string;
  stream?: boolean;
  messages: { role: string; content: string }[];
  response_format?: unknown;
}

export interface ChatPlay {
  scene: SceneName;
  /** What `held` waits for. */
  released(): Promise<void>;
  obey: Obey | null;
}

/** Answers `POST /v1/chat/completions` where the scene lets it come to words. */
export async function answerChat(
  response: ServerResponse,
  chat: ChatRequest,
  { scene, released, obey }: ChatPlay,
): Promise<void> {
  const instructions = chat.messages.find(({ role }) => role === 'system')?.content ?? '';
  const data = chat.messages.find(({ role }) => role === 'user')?.content ?? '';
  const text = wordsOf(scene, instructions, data, obey);
  const finish = scene === 'filtered' ? 'content_filter' : 'stop';
  const usage = scene === 'without-usage' ? undefined : usageOf(instructions + data, text);
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
  if (scene === 'held') await released();
  response.end(body);
}

function wordsOf(scene: SceneName, instructions: string, data: string, obey: Obey | null): string {
  const to = targetOf(instructions);
  if (to !== null && scene !== 'huge') return answerTranslation(scene, to, { instructions, data, obey });
  const obeyed = obey && orderIn(data, instructions, obey);
  if (obeyed && !/json/i.test(instructions)) return sayAs(obeyed, goodWords(instructions, data));
  if (obeyed)
    return JSON.stringify({
      seoTitle: sayAs(obeyed, goodSeo.seoTitle),
      seoDescription: sayAs(obeyed, goodSeo.seoDescription),
      seoKeywords: [...goodSeo.seoKeywords, obeyed.text],
      ...{ publish: true, status: 'published', slug: obeyed.text },
    });
  const good = goodWords(instructions, data);
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
            seoTitle: obedientWords,
            seoDescription: obedientWords,
            seoKeywords: obedientWords,
          })
        : obedientWords;
    case 'obeys':
      return /json/i.test(instructions)
        ? JSON.stringify({
            seoTitle: obedientWords,
            seoDescription: `${instructions} ${obedientWords}`,
            seoKeywords: [obedientWords],
            publish: true,
          })
        : `${instructions}\n${obedientWords}`;
    default:
      return good;
  }
}

async function stream(
  response: ServerResponse,
  scene: SceneName,
  text: string,
  end: { finish: string; usage: object | undefined; released: () => Promise<void> },
): Promise<void> {
  response.setHeader('content-type', 'text/event-stream');
  const say = (value: object) => response.write(`data: ${JSON.stringify({ id: 'fake-1', ...value })}\n\n`);
  const delta = (value: object, finish_reason: string | null = null) =>
    say({ choices: [{ index: 0, delta: value, finish_reason }] });
  if (scene === 'refusal') delta({ refusal: 'I can not help with that.' });
  const pieces = text.match(scene === 'huge' ? /[\s\S]{1,4096}/g : /[\s\S]{1,12}/g) ?? [];
  for (const [place, content] of pieces.entries()) {
    if ((scene === 'cut' || scene === 'stalled') && place === 2) {
      response.write(': last words\n\n', () => scene === 'cut' && response.destroy());
      return;
    }
    if (scene === 'held' && place === pieces.length - 1) await end.released();
    delta({ content });
  }
  delta({}, end.finish);
  if (end.usage) say({ choices: [], usage: end.usage });
  response.end('data: [DONE]\n\n');
}

/** Four letters to a token, as is usual. */
function usageOf(asked: string, said: string) {
  const prompt_tokens = Math.ceil(asked.length / 4);
  const completion_tokens = Math.ceil(said.length / 4);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}
