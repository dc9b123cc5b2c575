import { and, desc, eq, gt, inArray, notInArray } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { translationRun, translationTask } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { RunError, TaskCode, TaskStatus } from './contract.ts';
import {
  isLive,
  isOpen,
  liveStatuses,
  noteRunChange,
  openStatuses,
  readRun,
  readTasks,
  type TaskRow,
} from './run-rows.ts';
import type { RunTools } from './run-tools.ts';

const fresh: Partial<typeof translationTask.$inferInsert> = {
  ...{ status: 'queued', lease: null, leaseUntil: null, attempts: 0, code: null, endedAt: null },
  ...{ blocks: 0, blocksDone: 0, blocksAccepted: 0 },
};
const unfinished: readonly TaskStatus[] = ['fallback', 'failed', 'cancelled'];
/** Drafts that another try may complete; once a run is over, that it may publish after all. */
const incomplete: readonly (TaskCode | null)[] = ['translation.review'];
const waiting: TaskCode[] = ['translation.waits', 'translation.unpublished'];
const unpublished: readonly (TaskCode | null)[] = [
  ...incomplete,
  ...waiting,
  ...(['translation.edited', 'run.withdrawn'] as const),
];

/**
 * What is done stays; what is not is not begun any more. Languages first, then the run, as whoever saves one does: two
 * that take their rows in unlike order could wait for each other. `code`: why, where no person asked for it; drafts that
 * waited for the others have it too.
 */
export async function cancelRun(
  tools: RunTools,
  id: string,
  code: TaskCode | null = null,
): Promise<Result<null, RunError>> {
  const now = new Date(tools.now());
  const isCancelled = await tools.database.transaction(async (queries) => {
    await queries
      .update(translationTask)
      .set({ status: 'cancelled', code, lease: null, leaseUntil: null, endedAt: now })
      .where(and(eq(translationTask.runId, id), inArray(translationTask.status, [...openStatuses])));
    if (code !== null)
      await queries
        .update(translationTask)
        .set({ code })
        .where(and(eq(translationTask.runId, id), inArray(translationTask.code, waiting)));
    const rows = await queries
      .update(translationRun)
      .set({ status: 'cancelled', endedAt: now })
      .where(and(eq(translationRun.id, id), inArray(translationRun.status, [...liveStatuses])))
      .returning({ id: translationRun.id });
    if (rows.length > 0) await noteRunChange(queries, id, tools.now());
    return rows.length > 0;
  });
  tools.changed(id);
  if (isCancelled) return ok(null);
  return fail({ code: (await readRun(tools.database.query, id)) ? 'run.over' : 'run.missing' });
}

/**
 * These languages once more, or all that have no translation; what was remembered is not asked for again. The budget is
 * what it is now, which may be why somebody tries again.
 */
export async function retryRun(
  tools: RunTools,
  id: string,
  locale?: Locale,
): Promise<Result<Locale[], RunError>> {
  const { query } = tools.database;
  const run = await readRun(query, id);
  if (!run) return fail({ code: 'run.missing' });
  const later = await laterRun(query, run);
  if (later) return fail({ code: isLive(later) ? 'run.live' : 'run.over' });
  const tasks = await readTasks(query, id);
  const drafts = isLive(run) ? incomplete : unpublished;
  const wanted = tasks.filter((task) =>
    locale === undefined
      ? unfinished.includes(task.status) || drafts.includes(task.code as TaskCode | null)
      : task.locale === locale && !isOpen(task),
  );
  if (wanted.length === 0) return isLive(run) ? ok([]) : fail({ code: 'run.over' });
  try {
    return ok(await tools.database.transaction((queries) => beginAgain(tools, queries, id, wanted)));
  } catch (error) {
    // An article has one live run, which another one has become.
    if (codeOf(error) === '23505') return fail({ code: 'run.live' });
    throw error;
  }
}

/** What an older run was made from would go over what a newer one has written. */
async function laterRun(
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

/** Who comes second finds them open, and does not take them from a worker that has begun. */
async function beginAgain(
  tools: RunTools,
  queries: Queries,
  id: string,
  wanted: readonly TaskRow[],
): Promise<Locale[]> {
  const rows = await queries
    .update(translationTask)
    .set(fresh)
    .where(
      and(
        eq(translationTask.runId, id),
        inArray(
          translationTask.locale,
          wanted.map((task) => task.locale),
        ),
        notInArray(translationTask.status, [...openStatuses]),
      ),
    )
    .returning({ locale: translationTask.locale });
  const { tokensMax } = tools;
  await noteRunChange(queries, id, tools.now(), { status: 'running', endedAt: null, tokensMax });
  return wanted.map((task) => task.locale).filter((each) => rows.some((row) => row.locale === each));
}

function codeOf(error: unknown): unknown {
  const { cause } = error as { cause?: unknown };
  return (error as { code?: unknown }).code ?? (cause === undefined ? undefined : codeOf(cause));
}
