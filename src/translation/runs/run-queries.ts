import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, exists, getTableColumns, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { ModelDeps } from '#ai/token-budget.ts';
import type { BlogReader } from '#blog/contract.ts';
import type { TranslatablePost } from '#blog/editing-contract.ts';
import type { TranslationStore } from '#blog/translation-store-contract.ts';
import type { Database, Queries } from '#database/database.ts';
import type { Jobs } from '#database/jobs.ts';
import { post, translationRun, translationTask } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { TranslationRule } from '#settings/contract.ts';
import type { ScorePolicy } from '../assessment-contract.ts';
import type { PostBlocks, RunSource } from '../blocks/post-text.ts';
import type { Reviewers } from '../contract.ts';
import type { PromptStyle } from '../glossary.ts';

export interface RunDeps {
  database: Pick<Database, 'kind' | 'query' | 'transaction'>;
  jobs: Jobs;
  posts: TranslationStore;
  blog: Pick<BlogReader, 'findPost' | 'listTranslations'>;
  models: ModelDeps & { random: () => number };
  /** Reads translations a second time; its text model is null if the owner has none. */
  secondReader: ModelDeps & { random: () => number };
  /** What the owner demands of a translation into this language. */
  scorePolicy(to: Locale): ScorePolicy;
  reviewers: Reviewers;
  /** Languages that this process translates at a time. */
  concurrency: number;
  now(): number;
  onError(error: unknown): void;
  throttle(): Promise<void>;
}

export interface TaskContext {
  run: RunRow;
  source: RunSource;
  claim: TaskLease;
  text: PostBlocks;
  promptStyle: PromptStyle;
  existing: TranslatablePost | null;
  abortController: AbortController;
}

/** `readRunSource` reads the source text, which may be long. */
export type RunRow = Omit<typeof translationRun.$inferSelect, 'source' | 'sourceLocale'> & {
  sourceLocale: Locale;
};
const { source, ...runColumns } = getTableColumns(translationRun);

/** What the history of a translation names once the run publishes it; null: only the person who started the run. */
export function findPublishingRule(
  { scorePolicy }: Pick<RunDeps, 'scorePolicy'>,
  { rule }: Pick<RunRow, 'rule'>,
  to: Locale,
): TranslationRule | null {
  return rule ?? (scorePolicy(to).threshold > 0 ? 'score' : null);
}

/** Later estimates must not compare it with what only a part of the readings has used. */
export async function forgetReadingEstimate(queries: Queries, runId: string): Promise<void> {
  await queries
    .update(translationRun)
    .set({ readingTokensIn: null, readingTokensOut: null })
    .where(eq(translationRun.id, runId));
}

export const isLiveRun = inArray(translationRun.status, ['queued', 'running']);
export const isOpenTask = inArray(translationTask.status, ['queued', 'translating']);

export function isRunLive({ status }: Pick<RunRow, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

export function isTaskOpen({ status }: Pick<TaskRow, 'status'>): boolean {
  return status === 'queued' || status === 'translating';
}

export function readRun(queries: Queries, id: string): Promise<RunRow | null> {
  return findLatestRun(queries, eq(translationRun.id, id));
}

export async function findLatestRun(queries: Queries, where: SQL | undefined): Promise<RunRow | null> {
  const [row] = await queries
    .select(runColumns)
    .from(translationRun)
    .where(where)
    .orderBy(desc(translationRun.createdAt))
    .limit(1);
  return row ? { ...row, sourceLocale: row.sourceLocale as Locale } : null;
}

export async function readRunSource(queries: Queries, id: string): Promise<RunSource | null> {
  const [row] = await queries.select({ source }).from(translationRun).where(eq(translationRun.id, id));
  return row ? (row.source as unknown as RunSource) : null;
}

export async function recordRunChange(
  queries: Queries,
  id: string,
  now: number,
  changes: Partial<typeof translationRun.$inferInsert> = {},
): Promise<void> {
  await queries
    .update(translationRun)
    .set({ changes: sql`${translationRun.changes} + 1`, updatedAt: new Date(now), ...changes })
    .where(eq(translationRun.id, id));
}

/** Locks the run until the end of the transaction. False if it is not live. */
export async function lockLiveRun(queries: Queries, id: string): Promise<boolean> {
  const rows = await queries
    .select({ id: translationRun.id })
    .from(translationRun)
    .where(and(eq(translationRun.id, id), isLiveRun))
    .for('update');
  return rows.length > 0;
}

/** Readers must not see translations of an original that they cannot see. */
export async function isOriginalUnpublished(queries: Queries, { choice, postId }: RunRow): Promise<boolean> {
  if (choice === 'drafts') return false;
  const [original] = await queries.select({ status: post.status }).from(post).where(eq(post.id, postId));
  return original?.status !== 'published';
}

export type TaskRow = Omit<typeof translationTask.$inferSelect, 'locale'> & { locale: Locale };

export type TaskChange = Partial<Omit<TaskRow, 'runId' | 'locale'>>;

export async function readTasks(queries: Queries, runId: string): Promise<TaskRow[]> {
  const rows = await queries
    .select()
    .from(translationTask)
    .where(eq(translationTask.runId, runId))
    .orderBy(asc(translationTask.locale));
  const tasks = rows.map((row) => ({ ...row, locale: row.locale as Locale }));
  return tasks.sort((a, b) => locales.indexOf(a.locale) - locales.indexOf(b.locale));
}

/** By the clock of the database: the clocks of two nodes may differ by more than a lease. */
const renewedLease = { heartbeatAt: sql`now()`, leaseUntil: sql`now() + interval '45 seconds'` };

const isUnleased = or(
  eq(translationTask.status, 'queued'),
  and(eq(translationTask.status, 'translating'), lt(translationTask.leaseUntil, sql`now()`)),
);

/** Tasks that no worker has, or whose worker has died. */
export async function readUnleasedTasks(queries: Queries, runId: string): Promise<Locale[]> {
  const rows = await queries
    .select({ locale: translationTask.locale })
    .from(translationTask)
    .where(and(eq(translationTask.runId, runId), isUnleased));
  return rows.map(({ locale }) => locale as Locale);
}

export interface TaskLease {
  runId: string;
  locale: Locale;
  lease: string;
}

/** One statement, so that only one of several concurrent callers gets the task. */
export async function acquireTask(
  queries: Queries,
  { runId, locale }: Pick<TaskLease, 'runId' | 'locale'>,
): Promise<(TaskLease & { attempts: number }) | null> {
  const lease = randomUUID();
  const liveRun = queries
    .select({ id: translationRun.id })
    .from(translationRun)
    .where(and(eq(translationRun.id, runId), isLiveRun));
  const [row] = await queries
    .update(translationTask)
    .set({
      status: 'translating',
      lease,
      ...renewedLease,
      attempts: sql`${translationTask.attempts} + 1`,
    })
    .where(
      and(eq(translationTask.runId, runId), eq(translationTask.locale, locale), isUnleased, exists(liveRun)),
    )
    .returning({ attempts: translationTask.attempts });
  return row ? { runId, locale, lease, attempts: row.attempts } : null;
}

/** Also renews the lease. False if the lease was lost or the run was cancelled. */
export async function updateTask(
  queries: Queries,
  claim: TaskLease,
  change: TaskChange = {},
): Promise<boolean> {
  const rows = await queries
    .update(translationTask)
    .set({ ...renewedLease, ...change })
    .where(isLeasedBy(claim))
    .returning({ locale: translationTask.locale });
  return rows.length > 0;
}

export async function finishTask(deps: RunDeps, claim: TaskLease, result: TaskChange): Promise<void> {
  await recordTaskResult(deps.database.query, deps, claim, result);
}

export async function recordTaskResult(
  queries: Queries,
  deps: RunDeps,
  claim: TaskLease,
  result: TaskChange,
): Promise<boolean> {
  const now = deps.now();
  const ended = { ...result, lease: null, leaseUntil: null, endedAt: new Date(now) };
  const hasLease = await updateTask(queries, claim, ended);
  if (hasLease) await recordRunChange(queries, claim.runId, now);
  return hasLease;
}

export async function releaseTask(queries: Queries, claim: TaskLease): Promise<void> {
  await queries
    .update(translationTask)
    .set({ status: 'queued', lease: null, leaseUntil: null })
    .where(isLeasedBy(claim));
}

function isLeasedBy({ runId, locale, lease }: TaskLease) {
  return and(
    eq(translationTask.runId, runId),
    eq(translationTask.locale, locale),
    eq(translationTask.lease, lease),
    eq(translationTask.status, 'translating'),
  );
}
