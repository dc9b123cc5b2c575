import type { OutdatedTranslation, TranslationStore } from '#blog/translation-store-contract.ts';
import type { Queries } from '#database/database.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { fail, ok } from '#platform/result.ts';
import {
  copyInTranslationMemory,
  moveBlockSuggestion,
  readTranslationOutput,
  updateTranslationOutput,
} from './blocks/block-queries.ts';
import { type CorrectedBlock, findCorrectedBlocks } from './blocks/find-corrected-blocks.ts';
import type { Corrections } from './contract.ts';

interface CorrectionDeps {
  posts: Pick<TranslationStore, 'openPost' | 'listOutdated' | 'markUpToDate'>;
  now(): number;
}

interface Correction {
  translation: OutdatedTranslation;
  blocks: CorrectedBlock[];
}

export function createCorrections({ posts, now }: CorrectionDeps): Corrections {
  async function find(postId: string) {
    const original = await posts.openPost(postId);
    if (!original) return fail({ code: 'post.missing' as const });
    const corrections: Correction[] = [];
    for (const translation of await posts.listOutdated(original)) {
      const blocks = findCorrectedBlocks(translation.sourceFields, original.fields, original.locale);
      if (blocks) corrections.push({ translation, blocks });
    }
    return ok({ original, corrections });
  }

  return {
    async list(postId) {
      const found = await find(postId);
      if (!found.ok) return found;
      const corrected = found.value.corrections.map(({ translation }) => translation.locale);
      return ok({ locales: locales.filter((locale) => corrected.includes(locale)) });
    },
    async keepTranslations(postId, version) {
      const found = await find(postId);
      if (!found.ok) return found;
      const { original, corrections } = found.value;
      if (original.version !== version) return fail({ code: 'post.conflict', current: original });
      if (corrections.length === 0) return fail({ code: 'block.changed' });
      const kept = await posts.markUpToDate(
        original,
        corrections.map(({ translation }) => translation),
        async (queries) => {
          for (const correction of corrections)
            await moveBlocks(queries, correction, { from: original.locale, now: new Date(now()) });
        },
      );
      if (!kept.ok) return kept;
      const opened = await posts.openPost(postId);
      return opened ? ok(opened) : fail({ code: 'post.missing' });
    },
  };
}

/** The stored translation of each block becomes that of the corrected block, so that no run requests it again. */
async function moveBlocks(
  queries: Queries,
  { translation: { id: postId, locale: to }, blocks }: Correction,
  { from, now }: { from: Locale; now: Date },
): Promise<void> {
  const hashes = blocks.map(({ before, after }) => ({ before: before.hash, after: after.hash }));
  await copyInTranslationMemory(queries, hashes, { from, to }, now);
  for (const { before, after } of blocks) await moveBlockSuggestion(queries, postId, before.hash, after);
  const output = await readTranslationOutput(queries, postId);
  if (!output) return;
  const afterById = new Map(blocks.map(({ id, before, after }) => [`${id} ${before.hash}`, after.hash]));
  const afterByHash = new Map(hashes.map(({ before, after }) => [before, after]));
  await updateTranslationOutput(queries, postId, output.version, {
    blocks: output.blocks.map((block) => {
      const hash = afterById.get(`${block.id} ${block.hash}`);
      if (hash === undefined) return block;
      return { ...block, hash, ...(block.human_for === block.hash && { human_for: hash }) };
    }),
    review: output.review.map((block) => ({ ...block, hash: afterByHash.get(block.hash) ?? block.hash })),
  });
}
