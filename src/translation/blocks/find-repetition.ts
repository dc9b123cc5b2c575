import { ignoreTagNumbers, plainBlockText } from '#ai/block-text-contract.ts';
import type { TranslationBlock } from './block.ts';

/** Short texts, such as labels, may have the same translation. */
const minWords = 4;
const minUnspacedLetters = 8;
/** Share of common words, of which sources that say the same have more. */
const maxCommonWords = 0.5;

/** Remembers the last translation of each block, accepted or not: a refusal in any words repeats itself. */
export function createRepetitionFinder() {
  const texts = new Map<string, string>();
  const blocksByText = new Map<string, Map<string, TranslationBlock>>();
  return {
    record(block: TranslationBlock, translation: string | null): void {
      const before = texts.get(block.hash);
      if (before !== undefined) blocksByText.get(before)?.delete(block.hash);
      const text = translation === null ? '' : toComparable(translation);
      texts.set(block.hash, text);
      if (!isLong(text)) return;
      const blocks = blocksByText.get(text) ?? new Map<string, TranslationBlock>();
      blocksByText.set(text, blocks.set(block.hash, block));
    },
    /** Blocks that say something else and got the same text. */
    findRepetitions(block: TranslationBlock): TranslationBlock[] {
      const blocks = blocksByText.get(texts.get(block.hash) ?? '')?.values() ?? [];
      return [...blocks].filter((other) => isOther(other, block));
    },
  };
}

const toComparable = (text: string) =>
  plainBlockText(ignoreTagNumbers(text))
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

function isLong(text: string): boolean {
  const unspaced = text.match(/[\p{Script=Han}\p{Script=Thai}]/gu)?.length ?? 0;
  return unspaced >= minUnspacedLetters || text.split(' ').length >= minWords;
}

function isOther(a: TranslationBlock, b: TranslationBlock): boolean {
  if (a.hash === b.hash) return false;
  const [wordsOfA, wordsOfB] = [toWords(a), toWords(b)];
  const common = [...wordsOfA].filter((word) => wordsOfB.has(word)).length;
  return common <= maxCommonWords * Math.max(wordsOfA.size, wordsOfB.size);
}

/** Of unspaced scripts, each letter is a word. */
const toWords = ({ text }: TranslationBlock) =>
  new Set(
    toComparable(text).match(
      /[\p{Script=Han}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+/gu,
    ),
  );
