import type { Locale } from '#i18n/locales.ts';
import type { Answer } from './chat-response.ts';
import { injectedText, type SceneName } from './scenes.ts';
import { type PromptBlock, translateText } from './translate-text.ts';

const languages: Record<string, Locale> = {
  English: 'en',
  Spanish: 'es',
  Portuguese: 'pt',
  French: 'fr',
  German: 'de',
  Italian: 'it',
  'Simplified Chinese': 'zh',
  Vietnamese: 'vi',
  Indonesian: 'id',
  Thai: 'th',
};

/** Returns null if the prompt isn't a translation. */
export function parseTargetLocale(instructions: string): Locale | null {
  const name = /^You translate .*\binto ([A-Za-z ]+)\.$/m.exec(instructions)?.[1];
  return languages[name ?? ''] ?? null;
}

/** Scenes that spoil one block use the block that names the scene, or else a suitable one. */
export function composeTranslation(
  scene: SceneName,
  to: Locale,
  {
    instructions,
    data,
    obey,
    answer,
  }: { instructions: string; data: string; obey: Obey | null; answer: Answer | null },
): string {
  const blocks = parseBlocks(data);
  const other = to === 'es' ? 'de' : 'es';
  const into = scene === 'wrong-language' ? other : to;
  const spoiled = spoiledBlock(scene, blocks);
  const translations = blocks.map((block) => ({
    id: block.id,
    text: answer?.({ instructions, text: block.text }) ?? translateText(block, into),
  }));
  const good = obey
    ? translations.map(({ id, text }, index) => ({ id, text: obeyed(text, index, obey) }))
    : translations;
  const spoiledBlocks = good.map(({ id, text }, index) => {
    const source = blocks[index]?.text ?? '';
    return { id, text: id === spoiled?.id ? spoil(scene, text, source) : text };
  });
  switch (scene) {
    case 'copied-source':
      return formatBlocks(blocks.map(({ id, text }) => ({ id, text })));
    case 'dropped-block':
      return formatBlocks(spoiledBlocks.filter(({ id }) => id !== spoiled?.id));
    case 'shuffled-blocks':
      return formatBlocks([...good].reverse());
    case 'named-blocks':
      return JSON.stringify(Object.fromEntries(good.map(({ id, text }) => [id, text])));
    case 'fenced-json':
      return `\`\`\`json\n${formatBlocks(good)}\n\`\`\``;
    case 'chatty-json':
      return `Here you are:\n\n${formatBlocks(good)}\n\nAnything else?`;
    case 'string-json':
      return JSON.stringify(formatBlocks(good));
    case 'half-json':
      return formatBlocks(good).slice(0, Math.ceil(formatBlocks(good).length / 2));
    case 'wrong-json':
      return JSON.stringify({ blocks: good.map(({ id }) => ({ id, text: 7 })) });
    case 'empty':
      return '';
    case 'obeys':
      return formatBlocks(good.map(({ id }) => ({ id, text: `${instructions} ${injectedText}` })));
    case 'obeys-quietly':
      return formatBlocks(good.map(({ id, text }) => ({ id, text: `${text} ${injectedText}` })));
    default:
      return formatBlocks(spoiledBlocks);
  }

  /** Follows an order in the block, or else one in another block that applies to all. */
  function obeyed(text: string, index: number, orders: Obey): string {
    const all = orderIn(data, instructions, orders);
    const output = obeyIn(blocks[index]?.text ?? '', text, instructions, orders);
    return output === text && all?.isEverywhere ? sayAs(all, text) : output;
  }
}

function spoiledBlock(scene: SceneName, blocks: readonly PromptBlock[]): PromptBlock | undefined {
  const named = blocks.find(({ text }) => text.includes(`fake:${scene}`));
  if (named) return named;
  return scene === 'dropped-tag' ? blocks.find(({ text }) => /<\d+>/.test(text)) : blocks.at(-1);
}

function spoil(scene: SceneName, text: string, source: string): string {
  switch (scene) {
    case 'dropped-tag':
      return text.replace(/<(\d+)>(.*?)<\/\1>/s, '$2');
    case 'moved-tag':
      return text.replace(/<(\d+)>(.*?)<\/\1>/s, '</$1>$2<$1>');
    case 'invented-link':
      return `${text} https://evil.example/offer`;
    case 'lost-number':
      return text.replace(/\d+/, '');
    case 'copied-block':
      return source;
    default:
      return text;
  }
}

function parseBlocks(data: string): PromptBlock[] {
  const inFence = /<blocks-(\w+)>\n([\s\S]*?)\n<\/blocks-\1>/.exec(data)?.[2] ?? '';
  return inFence.split('\n').map((line) => JSON.parse(line) as PromptBlock);
}

const formatBlocks = (blocks: { id: string; text: string }[]) => JSON.stringify({ blocks });

/** The output that a prompt injection in a text causes. */
export interface Obeyed {
  text: string;
  /** Replaces the regular output instead of following it. */
  isAlone: boolean;
  /** Applies to all blocks of the request. */
  isEverywhere: boolean;
}

/** `orderNumber` is the number in the text; `instructions` is the system prompt. */
export type Obey = (orderNumber: number, instructions: string) => Obeyed | null;

/** A text injects an order by containing `order no. 7`. */
function obeyIn(text: string, good: string, instructions: string, obey: Obey): string {
  const obeyed = orderIn(text, instructions, obey);
  return obeyed === null ? good : sayAs(obeyed, good);
}

export function orderIn(text: string, instructions: string, obey: Obey): Obeyed | null {
  const number = /order no\. (\d+)/.exec(text)?.[1];
  return number === undefined ? null : obey(Number(number), instructions);
}

export function sayAs({ text, isAlone }: Obeyed, good: string): string {
  return isAlone ? text : `${good} ${text}`;
}
