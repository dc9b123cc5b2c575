import { diffArrays } from 'diff';
import { hasSameTags, plainBlockText } from '#ai/block-text-contract.ts';
import type { TranslationFields } from '#blog/editing-contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import type { TranslationBlock } from './block.ts';
import { fieldNames, isTooLongToTranslate, type PostBlocks, splitPostText } from './post-text.ts';

/** Of words that are added, removed or replaced. Case and punctuation don't count. */
export const correctionLimits = {
  blocks: 20,
  words: 10,
  wordsOfBlock: 5,
  /** Of the words of a block; a block of one or two words may only have a typing error. */
  shareOfBlock: 0.5,
  lettersOfTypingError: 2,
};

export interface CorrectedBlock {
  id: string;
  before: TranslationBlock;
  after: TranslationBlock;
}

/**
 * The blocks that differ between two texts of a post. null if the translations of the first can't be those of the
 * second: the markup, a link, a number, a symbol or more than a few words have changed.
 */
export function findCorrectedBlocks(
  before: TranslationFields,
  after: TranslationFields,
  locale: Locale,
): CorrectedBlock[] | null {
  if (isTooLongToTranslate(before) || isTooLongToTranslate(after)) return null;
  const [textBefore, textAfter] = [splitPostText(before, locale), splitPostText(after, locale)];
  if (outsideBlocks(textBefore) !== outsideBlocks(textAfter)) return null;
  const corrected: CorrectedBlock[] = [];
  const segmenter = new Intl.Segmenter(localeTags[locale], { granularity: 'word' });
  let words = 0;
  for (const [index, blockBefore] of textBefore.blocks.entries()) {
    const blockAfter = textAfter.blocks[index];
    if (!blockAfter) return null;
    if (blockBefore.hash === blockAfter.hash) continue;
    const change = compareWords(blockBefore, blockAfter, segmenter);
    if (!change?.isSmall || !isSameButForWords(blockBefore, blockAfter)) return null;
    corrected.push({ id: blockBefore.id, before: blockBefore, after: blockAfter });
    words += change.words;
    if (words > correctionLimits.words || corrected.length > correctionLimits.blocks) return null;
  }
  return corrected;
}

/** Everything that a translation keeps as it is. */
function outsideBlocks({ fields, split, blocks }: PostBlocks): string {
  const ids = new Set(blocks.map(({ id }) => id));
  const untranslatedFields = fieldNames.map((name) => (ids.has(name) ? '' : fields[name]));
  const keywords = fields.seo_keywords.filter((_, index) => !ids.has(`seo_keyword_${index + 1}`));
  const markup = split.blocks.map(({ tags, attribute }) => [tags, attribute]);
  return JSON.stringify([[...ids], untranslatedFields, keywords, split.skeleton, markup]);
}

function isSameButForWords(before: TranslationBlock, after: TranslationBlock): boolean {
  return (
    hasSameTags(after.text, before.text) &&
    before.keep.join('\n') === after.keep.join('\n') &&
    listNumbersAndSymbols(before) === listNumbersAndSymbols(after)
  );
}

/** A hyphen between words or digits is punctuation, another one in front of a digit a minus. */
const numberOrSymbol = /(?<![\p{L}\p{Nd}])-(?=\p{Nd})|\p{Nd}+(?:[.,:/'’]\p{Nd}+)*|[\p{S}%‰]/gu;

const listNumbersAndSymbols = ({ text }: TranslationBlock) =>
  plainBlockText(text).match(numberOrSymbol)?.join(' ') ?? '';

/** null if far more has changed than a correction may. */
function compareWords(
  before: TranslationBlock,
  after: TranslationBlock,
  segmenter: Intl.Segmenter,
): { words: number; isSmall: boolean } | null {
  const split = ({ text }: TranslationBlock) =>
    [...segmenter.segment(plainBlockText(text).toLowerCase())]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment);
  const { wordsOfBlock, shareOfBlock, lettersOfTypingError } = correctionLimits;
  const [wordsBefore, wordsAfter] = [split(before), split(after)];
  const words = countChanges(wordsBefore, wordsAfter, wordsOfBlock);
  if (words === null) return null;
  const isMostlySame = words <= shareOfBlock * Math.min(wordsBefore.length, wordsAfter.length);
  const letters = (list: readonly string[]) => [...list.join(' ')];
  const isSmall =
    isMostlySame || countChanges(letters(wordsBefore), letters(wordsAfter), lettersOfTypingError) !== null;
  return { words, isSmall };
}

/** null if there are more than `limit`. */
function countChanges(before: readonly string[], after: readonly string[], limit: number): number | null {
  const changes = diffArrays([...before], [...after], { maxEditLength: 2 * limit });
  if (!changes) return null;
  const count = (part: 'added' | 'removed') =>
    changes.reduce((sum, change) => sum + (change[part] ? change.value.length : 0), 0);
  const most = Math.max(count('added'), count('removed'));
  return most > limit ? null : most;
}
