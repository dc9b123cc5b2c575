import { plainBlockText } from '#ai/block-text-contract.ts';
import type { TranslatablePost } from '#blog/editing-contract.ts';
import type { OutputBlock, ReviewBlock, TranslationOutput } from '../blocks/block-queries.ts';
import { isKeywordBlock, isTooLongToTranslate } from '../blocks/post-text.ts';
import { findHumanEdits } from '../review/human-edits.ts';

/** Blocks of a translation that no person has edited or accepted: a machine's texts, and those left in the source language. */
export function findUneditedBlocks(
  written: (TranslationOutput & { review: readonly ReviewBlock[] }) | null,
  { fields, locale, origin }: Pick<TranslatablePost, 'fields' | 'locale' | 'origin'>,
): { translated: OutputBlock[]; untranslated: OutputBlock[] } {
  const none = { translated: [], untranslated: [] };
  if (!written || origin === 'human' || origin === 'untranslated' || isTooLongToTranslate(fields))
    return none;
  const found = findHumanEdits(written, fields, locale);
  if (!found) return none;
  const edited = new Set(found.edits.map(({ index }) => index));
  const sources = new Set(written.review.map(({ hash, text }) => `${hash}/${text}`));
  const isUntranslated = ({ hash, text }: OutputBlock) => sources.has(`${hash}/${plainBlockText(text)}`);
  const isField = (block: OutputBlock) =>
    block.id in found.fields || (isKeywordBlock(block) && 'seo_keywords' in found.fields);
  const unedited = written.blocks.filter((block, index) => !edited.has(index) && !isField(block));
  return {
    translated: unedited.filter((block) => !isUntranslated(block)),
    untranslated: unedited.filter(isUntranslated),
  };
}
