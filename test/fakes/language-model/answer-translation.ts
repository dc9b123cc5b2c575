import type { Locale } from '#i18n/locales.ts';
import { type Obey, obeyIn, orderIn, sayAs } from './obey-orders.ts';
import { obedientWords, type SceneName } from './scenes.ts';
import { type AskedBlock, translateText } from './translate-text.ts';

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

/** The language a translation is asked into; null where something else is asked. */
export function targetOf(instructions: string): Locale | null {
  const name = /^You translate .*\binto ([A-Za-z ]+)\.$/m.exec(instructions)?.[1];
  return languages[name ?? ''] ?? null;
}

/** What the model says to blocks; in a scene that spoils one, it is the block that names it, else the first fit. */
export function answerTranslation(
  scene: SceneName,
  to: Locale,
  { instructions, data, obey }: { instructions: string; data: string; obey: Obey | null },
): string {
  const blocks = blocksIn(data);
  const other = to === 'es' ? 'de' : 'es';
  const into = scene === 'wrong-language' ? other : to;
  const spoiled = spoiledBlock(scene, blocks);
  const asked = blocks.map((block) => ({ id: block.id, text: translateText(block, into) }));
  const good = obey ? asked.map(({ id, text }, place) => ({ id, text: obeyed(text, place, obey) })) : asked;
  const said = good.map(({ id, text }, place) => {
    const source = blocks[place]?.text ?? '';
    return { id, text: id === spoiled?.id ? spoil(scene, text, source) : text };
  });
  switch (scene) {
    case 'copied-source':
      return answerOf(blocks.map(({ id, text }) => ({ id, text })));
    case 'dropped-block':
      return answerOf(said.filter(({ id }) => id !== spoiled?.id));
    case 'shuffled-blocks':
      return answerOf([...good].reverse());
    case 'named-blocks':
      return JSON.stringify(Object.fromEntries(good.map(({ id, text }) => [id, text])));
    case 'fenced-json':
      return `\`\`\`json\n${answerOf(good)}\n\`\`\``;
    case 'chatty-json':
      return `Here you are:\n\n${answerOf(good)}\n\nAnything else?`;
    case 'string-json':
      return JSON.stringify(answerOf(good));
    case 'half-json':
      return answerOf(good).slice(0, Math.ceil(answerOf(good).length / 2));
    case 'wrong-json':
      return JSON.stringify({ blocks: good.map(({ id }) => ({ id, text: 7 })) });
    case 'empty':
      return '';
    case 'obeys':
      return answerOf(good.map(({ id }) => ({ id, text: `${instructions} ${obedientWords}` })));
    case 'obeys-quietly':
      return answerOf(good.map(({ id, text }) => ({ id, text: `${text} ${obedientWords}` })));
    default:
      return answerOf(said);
  }

  /** By an order in the block, else by one in another that is for all. */
  function obeyed(text: string, place: number, orders: Obey): string {
    const all = orderIn(data, instructions, orders);
    const own = obeyIn(blocks[place]?.text ?? '', text, instructions, orders);
    return own === text && all?.isEverywhere ? sayAs(all, text) : own;
  }
}

function spoiledBlock(scene: SceneName, blocks: readonly AskedBlock[]): AskedBlock | undefined {
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

function blocksIn(data: string): AskedBlock[] {
  const inFence = /<blocks-(\w+)>\n([\s\S]*?)\n<\/blocks-\1>/.exec(data)?.[2] ?? '';
  return inFence.split('\n').map((line) => JSON.parse(line) as AskedBlock);
}

const answerOf = (blocks: { id: string; text: string }[]) => JSON.stringify({ blocks });
