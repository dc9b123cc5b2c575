import type { TranslatablePost } from '#blog/editing-contract.ts';
import type { Queries } from '#database/database.ts';
import { readAssessments } from './assessment/assessment-queries.ts';
import { listMachineBlocks } from './assessment/machine-blocks.ts';
import { scoreLanguage } from './assessment/score-language.ts';
import type { LanguageScore, ScorePolicy } from './assessment-contract.ts';
import { readTranslationOutput } from './blocks/block-queries.ts';

/**
 * Of a translation as it is saved, unpublished changes included. null for an original. `sourceHashes`: leaves out
 * blocks that were made from another source.
 */
export async function readLanguageScore(
  queries: Queries,
  post: TranslatablePost,
  policy: ScorePolicy,
  sourceHashes?: ReadonlySet<string>,
): Promise<LanguageScore | null> {
  const from = post.languages.find(({ id }) => id === post.id)?.from;
  if (!from) return null;
  const blocks = listMachineBlocks(await readTranslationOutput(queries, post.id), post).filter(
    ({ hash }) => sourceHashes === undefined || sourceHashes.has(hash),
  );
  const assessments = await readAssessments(queries, blocks, { from, to: post.locale });
  return scoreLanguage(post.locale, blocks, assessments, policy);
}
