import { plainBlockText } from '#ai/block-text-contract.ts';
import type { TranslatablePost } from '#blog/editing-contract.ts';
import type { OutputBlock, ReviewBlock, TranslationOutput } from '../blocks/block-queries.ts';
import { isTooLongToTranslate } from '../blocks/post-text.ts';
import { findHumanEdits } from '../review/human-edits.ts';

/** Blocks of a translation that are still as a machine wrote them: not edited, accepted or left in the source language. */
export function listMachineBlocks(
  written: (TranslationOutput & { review: readonly ReviewBlock[] }) | null,
  { fields, locale, origin }: Pick<TranslatablePost, 'fields' | 'locale' | 'origin'>,
): OutputBlock[] {
  if (!written || origin === 'human' || origin === 'untranslated' || isTooLongToTranslate(fields)) return [];
  const found = findHumanEdits(written, fields, locale);
  if (!found) return [];
  const edited = new Set(found.edits.map(({ index }) => index));
  const untranslated = new Set(written.review.map(({ hash, text }) => `${hash}/${text}`));
  return written.blocks.filter(
    ({ id, hash, text }, index) =>
      !edited.has(index) && !(id in found.fields) && !untranslated.has(`${hash}/${plainBlockText(text)}`),
  );
}
