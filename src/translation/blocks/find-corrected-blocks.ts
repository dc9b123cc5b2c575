import { diffArrays } from 'diff';
import { hasSameTags, plainBlockText } from '#ai/block-text-contract.ts';
import type { TranslationFields } from '#blog/editing-contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import type { TranslationBlock } from './block.ts';
import { hasSameNumbers } from './check-numbers.ts';
import { fieldNames, isTooLongToTranslate, type PostBlocks, splitPostText } from './post-text.ts';

/** Words that may be added, removed or replaced. Case and punctuation don't count. */
export const correctionLimits = { wordsOfBlock: 5, words: 10 };

export interface CorrectedBlock {
  id: string;
  before: TranslationBlock;
  after: TranslationBlock;
}

/**
 * The blocks that differ between two texts of a post. null if the translations of the first can't be those of the
 * second: the markup, a link, a number or more than a few words have changed.
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
    const changedWords = countChangedWords(blockBefore, blockAfter, segmenter);
    words += changedWords;
    if (changedWords > correctionLimits.wordsOfBlock || words > correctionLimits.words) return null;
    if (!isSameButForWords(blockBefore, blockAfter)) return null;
    corrected.push({ id: blockBefore.id, before: blockBefore, after: blockAfter });
  }
  return corrected;
}

/** Everything that a translation keeps as it is. */
function outsideBlocks({ fields, split, blocks }: PostBlocks): string {
  const ids = blocks.map(({ id }) => id);
  const untranslatedFields = fieldNames.map((name) => (ids.includes(name) ? '' : fields[name]));
  const keywords = fields.seo_keywords.filter((_, index) => !ids.includes(`seo_keyword_${index + 1}`));
  const markup = split.blocks.map(({ tags, attribute }) => [tags, attribute]);
  return JSON.stringify([ids, untranslatedFields, keywords, split.skeleton, markup]);
}

function isSameButForWords(before: TranslationBlock, after: TranslationBlock): boolean {
  const [textBefore, textAfter] = [plainBlockText(before.text), plainBlockText(after.text)];
  return (
    hasSameTags(after.text, before.text) &&
    before.keep.toSorted().join('\n') === after.keep.toSorted().join('\n') &&
    hasSameNumbers(textAfter, textBefore) &&
    hasSameNumbers(textBefore, textAfter)
  );
}

function countChangedWords(
  before: TranslationBlock,
  after: TranslationBlock,
  segmenter: Intl.Segmenter,
): number {
  const split = ({ text }: TranslationBlock) =>
    [...segmenter.segment(plainBlockText(text).toLowerCase())]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment);
  const changes = diffArrays(split(before), split(after), {
    maxEditLength: 2 * correctionLimits.wordsOfBlock,
  });
  if (!changes) return Number.POSITIVE_INFINITY;
  const count = (part: 'added' | 'removed') =>
    changes.reduce((sum, change) => sum + (change[part] ? change.value.length : 0), 0);
  return Math.max(count('added'), count('removed'));
}
