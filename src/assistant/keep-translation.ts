import type { Queries } from '#database/connect.ts';
import type { TranslationFields } from '#desk/contract.ts';
import { type MadeOffer, noteOffers } from './block-offers.ts';
import { changeTask, type TaskClaim } from './claim-task.ts';
import type { Written } from './human-edits.ts';
import { noteWritten, type ReviewBlock } from './kept-by-people.ts';
import { isWithdrawn, noteRunChange } from './run-rows.ts';
import { textsOf } from './run-source.ts';
import type { RunTools } from './run-tools.ts';
import type { TaskWork } from './task-work.ts';

/**
 * `ended`: the language has its outcome; `left`: it was cancelled, or belongs to somebody else now; `conflict`: the post
 * is not any more what it was when the work began.
 */
export type TaskOutcome = 'ended' | 'left' | 'conflict';

export type TaskEnd = Omit<Parameters<typeof changeTask>[3] & object, 'lease' | 'leaseUntil' | 'endedAt'>;

export interface MadeTranslation {
  fields: TranslationFields;
  status: 'draft' | 'published';
  origin: 'machine' | 'untranslated';
  end: TaskEnd;
  offers: MadeOffer[];
  /** By the hash of the source's block: offers of before that are open still, made again or not. */
  offered: string[];
  review: ReviewBlock[];
  /** From the fields as they were kept. */
  written(fields: TranslationFields): Written;
}

/** Keeps a language with its outcome, in one transaction: both or neither. */
export async function keepTranslation(
  tools: RunTools,
  { run, source, claim, to, existing }: TaskWork,
  { fields, status, origin, end, offers, offered, review, written }: MadeTranslation,
): Promise<TaskOutcome> {
  const { sourceLocale: locale, sourceVersion: version, sourceDigest: digest } = run;
  const saved = await tools.desk.saveTranslation(
    {
      ...{ article_id: run.articleId, locale: to, fields, status, origin },
      source: { locale, slug: source.slug, version, digest },
      version: existing?.version ?? null,
      by: { id: run.authorId ?? '', name: run.authorName },
    },
    async (queries, kept) => {
      // Behind the lock of all who write: nobody takes the original back meanwhile.
      if (await isWithdrawn(queries, run)) return false;
      await noteWritten(queries, kept.id, kept.version, { ...written(textsOf(kept.fields)), review });
      await noteOffers(queries, kept.id, { offers, hashes: offered, now: new Date(tools.now()) });
      return noteEnd(queries, tools, claim, { ...end, postId: kept.id, postVersion: kept.version });
    },
  );
  tools.changed(run.id);
  if (saved.ok) return 'ended';
  if (saved.error.code === 'post.conflict') return 'conflict';
  if (saved.error.code === 'lease.lost')
    return (await isWithdrawn(tools.database.query, run)) ? 'conflict' : 'left';
  if (saved.error.code === 'post.missing') return 'left';
  tools.onTrouble(new Error(`a translation could not be kept: ${saved.error.code}`));
  return endTask(tools, claim, { status: 'failed', code: 'task.failed' });
}

/** The outcome of a language whose post stays as it is. */
export async function endTask(
  tools: RunTools,
  claim: TaskClaim,
  end: TaskEnd,
): Promise<Exclude<TaskOutcome, 'conflict'>> {
  const isOurs = await noteEnd(tools.database.query, tools, claim, end);
  tools.changed(claim.runId);
  return isOurs ? 'ended' : 'left';
}

async function noteEnd(queries: Queries, tools: RunTools, claim: TaskClaim, end: TaskEnd): Promise<boolean> {
  const now = tools.now();
  const ended = { ...end, lease: null, leaseUntil: null, endedAt: new Date(now) };
  const isOurs = await changeTask(queries, claim, now, ended);
  if (isOurs) await noteRunChange(queries, claim.runId, now);
  return isOurs;
}
