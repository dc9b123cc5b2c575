import { and, desc, eq, gt, inArray, notInArray } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { translationRun, translationTask } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { RunError, TaskCode, TaskStatus } from '../contract.ts';
import type { RunDeps } from './deps.ts';
import {
  isRunLive,
  isTaskOpen,
  liveRunStatuses,
  openTaskStatuses,
  readRun,
  readTasks,
  recordRunChange,
  type TaskRow,
} from './run-queries.ts';

const queuedTask: Partial<typeof translationTask.$inferInsert> = {
  status: 'queued',
  lease: null,
  leaseUntil: null,
  attempts: 0,
  code: null,
  endedAt: null,
  blocks: 0,
  blocksDone: 0,
  blocksAccepted: 0,
};
const unfinished: readonly TaskStatus[] = ['fallback', 'failed', 'cancelled'];
const incomplete: readonly (TaskCode | null)[] = ['translation.review'];
const waiting: TaskCode[] = ['translation.waits', 'translation.unpublished'];
const unpublished: readonly (TaskCode | null)[] = [
  ...incomplete,
  ...waiting,
  'translation.edited',
  'run.withdrawn',
];

/** Updates tasks before the run, as saving a task does: another order could deadlock. */
export async function cancelRun(
  deps: RunDeps,
  id: string,
  code: TaskCode | null = null,
): Promise<Result<null, RunError>> {
  const now = new Date(deps.now());
  const isCancelled = await deps.database.transaction(async (queries) => {
    await queries
      .update(translationTask)
      .set({ status: 'cancelled', code, lease: null, leaseUntil: null, endedAt: now })
      .where(and(eq(translationTask.runId, id), inArray(translationTask.status, [...openTaskStatuses])));
    if (code !== null)
      await queries
        .update(translationTask)
        .set({ code })
        .where(and(eq(translationTask.runId, id), inArray(translationTask.code, waiting)));
    const rows = await queries
      .update(translationRun)
      .set({ status: 'cancelled', endedAt: now })
      .where(and(eq(translationRun.id, id), inArray(translationRun.status, [...liveRunStatuses])))
      .returning({ id: translationRun.id });
    if (rows.length > 0) await recordRunChange(queries, id, deps.now());
    return rows.length > 0;
  });
  deps.onChange(id);
  if (isCancelled) return ok(null);
  return fail({ code: (await readRun(deps.database.query, id)) ? 'run.over' : 'run.missing' });
}

/** Uses the current token budget: a raised one may be the reason for the retry. */
export async function retryRun(
  deps: RunDeps,
  id: string,
  locale?: Locale,
): Promise<Result<Locale[], RunError>> {
  const { query } = deps.database;
  const run = await readRun(query, id);
  if (!run) return fail({ code: 'run.missing' });
  const newerRun = await findNewerRun(query, run);
  if (newerRun) return fail({ code: isRunLive(newerRun) ? 'run.live' : 'run.over' });
  const tasks = await readTasks(query, id);
  const drafts = isRunLive(run) ? incomplete : unpublished;
  const selectedTasks = tasks.filter((task) =>
    locale === undefined
      ? unfinished.includes(task.status) || drafts.includes(task.code as TaskCode | null)
      : task.locale === locale && !isTaskOpen(task),
  );
  if (selectedTasks.length === 0) return isRunLive(run) ? ok([]) : fail({ code: 'run.over' });
  try {
    return ok(await deps.database.transaction((queries) => requeueTasks(deps, queries, id, selectedTasks)));
  } catch (error) {
    // Unique violation: another run of the article has started.
    if (getErrorCode(error) === '23505') return fail({ code: 'run.live' });
    throw error;
  }
}

/** A retry of an older run would overwrite what a newer one wrote. */
async function findNewerRun(
  queries: Queries,
  { articleId, createdAt }: Pick<typeof translationRun.$inferSelect, 'articleId' | 'createdAt'>,
): Promise<Pick<typeof translationRun.$inferSelect, 'status'> | null> {
  const isLater = and(eq(translationRun.articleId, articleId), gt(translationRun.createdAt, createdAt));
  const rows = await queries
    .select({ status: translationRun.status })
    .from(translationRun)
    .where(isLater)
    .orderBy(desc(translationRun.createdAt))
    .limit(1);
  return rows[0] ?? null;
}

/** Skips open tasks: a second retry must not take one from a worker. */
async function requeueTasks(
  deps: RunDeps,
  queries: Queries,
  id: string,
  tasks: readonly TaskRow[],
): Promise<Locale[]> {
  const rows = await queries
    .update(translationTask)
    .set(queuedTask)
    .where(
      and(
        eq(translationTask.runId, id),
        inArray(
          translationTask.locale,
          tasks.map((task) => task.locale),
        ),
        notInArray(translationTask.status, [...openTaskStatuses]),
      ),
    )
    .returning({ locale: translationTask.locale });
  const { tokensMax } = deps;
  await recordRunChange(queries, id, deps.now(), { status: 'running', endedAt: null, tokensMax });
  return tasks.map((task) => task.locale).filter((locale) => rows.some((row) => row.locale === locale));
}

function getErrorCode(error: unknown): unknown {
  const { cause } = error as { cause?: unknown };
  return (error as { code?: unknown }).code ?? (cause === undefined ? undefined : getErrorCode(cause));
}
