import type { TranslationFields } from '#blog/editing-contract.ts';
import type { Queries } from '#database/database.ts';
import { pickTranslationFields } from '../blocks/post-text.ts';
import { type NewBlockSuggestion, saveBlockSuggestions } from '../review/block-suggestions.ts';
import type { TranslationOutput } from '../review/human-edits.ts';
import { type ReviewBlock, saveTranslationOutput } from '../review/preserved-edits.ts';
import type { RunDeps, TaskContext } from './deps.ts';
import { isOriginalUnpublished, recordRunChange } from './run-queries.ts';
import { type TaskLease, updateTask } from './task-lease.ts';

/** `left`: cancelled, or leased by another worker. */
export type TaskOutcome = 'ended' | 'left' | 'conflict';

export type TaskResult = Omit<Parameters<typeof updateTask>[3] & object, 'lease' | 'leaseUntil' | 'endedAt'>;

export interface CompletedTranslation {
  fields: TranslationFields;
  status: 'draft' | 'published';
  origin: 'machine' | 'untranslated';
  result: TaskResult;
  suggestions: NewBlockSuggestion[];
  /** Source blocks whose open suggestions stay. */
  retainedHashes: string[];
  review: ReviewBlock[];
  written(fields: TranslationFields): TranslationOutput;
}

export async function saveTaskResult(
  deps: RunDeps,
  { run, source, claim, to, existing }: TaskContext,
  { fields, status, origin, result, suggestions, retainedHashes, review, written }: CompletedTranslation,
): Promise<TaskOutcome> {
  const { sourceLocale: locale, sourceVersion: version, sourceDigest: digest } = run;
  const saved = await deps.posts.saveTranslation(
    {
      article_id: run.articleId,
      locale: to,
      fields,
      status,
      origin,
      source: { locale, slug: source.slug, version, digest },
      version: existing?.version ?? null,
      actor: { id: run.authorId ?? '', name: run.authorName },
    },
    async (queries, savedPost) => {
      if (await isOriginalUnpublished(queries, run)) return false;
      await saveTranslationOutput(queries, savedPost.id, savedPost.version, {
        ...written(pickTranslationFields(savedPost.fields)),
        review,
      });
      await saveBlockSuggestions(queries, savedPost.id, {
        suggestions,
        hashes: retainedHashes,
        now: new Date(deps.now()),
      });
      return recordResult(queries, deps, claim, {
        ...result,
        postId: savedPost.id,
        postVersion: savedPost.version,
      });
    },
  );
  deps.onChange(run.id);
  if (saved.ok) return 'ended';
  if (saved.error.code === 'post.conflict') return 'conflict';
  if (saved.error.code === 'lease.lost')
    return (await isOriginalUnpublished(deps.database.query, run)) ? 'conflict' : 'left';
  if (saved.error.code === 'post.missing') return 'left';
  deps.onError(new Error(`cannot save the translation: ${saved.error.code}`));
  return finishTask(deps, claim, { status: 'failed', code: 'task.failed' });
}

export async function finishTask(
  deps: RunDeps,
  claim: TaskLease,
  result: TaskResult,
): Promise<Exclude<TaskOutcome, 'conflict'>> {
  const hasLease = await recordResult(deps.database.query, deps, claim, result);
  deps.onChange(claim.runId);
  return hasLease ? 'ended' : 'left';
}

async function recordResult(
  queries: Queries,
  deps: RunDeps,
  claim: TaskLease,
  result: TaskResult,
): Promise<boolean> {
  const now = deps.now();
  const ended = { ...result, lease: null, leaseUntil: null, endedAt: new Date(now) };
  const hasLease = await updateTask(queries, claim, now, ended);
  if (hasLease) await recordRunChange(queries, claim.runId, now);
  return hasLease;
}
