import { and, eq } from 'drizzle-orm';
import type { OutdatedTranslation, TranslationStore } from '#blog/translation-store-contract.ts';
import type { Database, Queries } from '#database/database.ts';
import { translationRun } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { fail, ok } from '#platform/result.ts';
import { copyAssessments } from './assessment/assessment-queries.ts';
import {
  copyInTranslationMemory,
  moveBlockSuggestion,
  readTranslationOutput,
  updateTranslationOutput,
} from './blocks/block-queries.ts';
import { type CorrectedBlock, findCorrectedBlocks } from './blocks/find-corrected-blocks.ts';
import type { Corrections } from './contract.ts';
import { findLatestRun, isLiveRun } from './runs/run-queries.ts';

interface CorrectionDeps {
  database: Pick<Database, 'query'>;
  posts: Pick<TranslationStore, 'openPost' | 'listOutdated' | 'markUpToDate'>;
  now(): number;
}

export function createCorrections({ database, posts, now }: CorrectionDeps): Corrections {
  async function find(postId: string) {
    const original = await posts.openPost(postId);
    if (!original) return fail({ code: 'post.missing' as const });
    const outdated = await posts.listOutdated(original);
    // Mostly, all languages were translated from the same text.
    const blocksByDigest = new Map<string, CorrectedBlock[] | null>();
    for (const { digest, sourceFields } of outdated) {
      if (blocksByDigest.has(digest)) continue;
      blocksByDigest.set(digest, findCorrectedBlocks(sourceFields, original.fields, original.locale));
    }
    return ok({
      original,
      isUpToDate: outdated.length === 0,
      outdated: outdated.filter(({ digest }) => blocksByDigest.get(digest)),
      blocksByDigest,
    });
  }

  /** A run that is translating would write the texts and the digest of another source. */
  const isBeingTranslated = async (queries: Queries, articleId: string) =>
    (await findLatestRun(queries, and(eq(translationRun.articleId, articleId), isLiveRun))) !== null;

  return {
    async list(postId) {
      const found = await find(postId);
      if (!found.ok) return found;
      const { original, outdated } = found.value;
      if (await isBeingTranslated(database.query, original.article_id)) return ok({ locales: [] });
      return ok({ locales: locales.filter((locale) => outdated.some((post) => post.locale === locale)) });
    },
    async keepTranslations(postId, version) {
      const found = await find(postId);
      if (!found.ok) return found;
      const { original, outdated, blocksByDigest, isUpToDate } = found.value;
      if (original.version !== version) return fail({ code: 'post.conflict', current: original });
      if (isUpToDate) return ok(original);
      if (outdated.length === 0 || original.has_working_copy) return fail({ code: 'correction.missing' });
      const kept = await posts.markUpToDate(original, outdated, async (queries, marked) => {
        if (await isBeingTranslated(queries, original.article_id)) return false;
        for (const translation of marked) {
          const blocks = blocksByDigest.get(translation.digest) ?? [];
          await moveBlocks(queries, translation, { blocks, from: original.locale, now: new Date(now()) });
        }
        return true;
      });
      if (!kept.ok) return kept.error.code === 'lease.lost' ? fail({ code: 'run.live' }) : fail(kept.error);
      const opened = await posts.openPost(postId);
      return opened ? ok(opened) : fail({ code: 'post.missing' });
    },
  };
}

/** The stored translation of each block becomes that of the corrected block, so that no run requests it again. */
async function moveBlocks(
  queries: Queries,
  { id: postId, locale: to }: OutdatedTranslation,
  { blocks, from, now }: { blocks: readonly CorrectedBlock[]; from: Locale; now: Date },
): Promise<void> {
  const hashes = blocks.map(({ before, after }) => ({ before: before.hash, after: after.hash }));
  await copyInTranslationMemory(queries, hashes, { from, to }, now);
  await copyAssessments(queries, hashes, { from, to }, now);
  const output = await readTranslationOutput(queries, postId);
  if (!output) return;
  const hashesById = new Map(blocks.map(({ id }, index) => [id, hashes[index]]));
  const toAfter = (id: string, hash: string) => {
    const moved = hashesById.get(id);
    return moved?.before === hash ? moved.after : hash;
  };
  const outputBlocks = output.blocks.map((block) => ({
    ...block,
    hash: toAfter(block.id, block.hash),
    ...(block.human_for && { human_for: toAfter(block.id, block.human_for) }),
  }));
  // What is stored by hash alone stays where an equal block, which was not corrected, needs it.
  const remaining = new Set(outputBlocks.map(({ hash }) => hash));
  const replaced = blocks.filter(({ before }) => !remaining.has(before.hash));
  for (const { before, after } of replaced) await moveBlockSuggestion(queries, postId, before.hash, after);
  const afterByHash = new Map(replaced.map(({ before, after }) => [before.hash, after.hash]));
  await updateTranslationOutput(queries, postId, output.version, {
    blocks: outputBlocks,
    review: output.review.map((block) => ({ ...block, hash: afterByHash.get(block.hash) ?? block.hash })),
  });
}
