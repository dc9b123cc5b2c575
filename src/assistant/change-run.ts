import { and, eq, inArray } from 'drizzle-orm';
import { translationRun, translationTask } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { RunError, TaskStatus } from './contract.ts';
import {
  isLive,
  isOpen,
  liveRunOf,
  liveStatuses,
  noteRunChange,
  openStatuses,
  readRun,
  readTasks,
} from './run-rows.ts';
import type { RunTools } from './run-tools.ts';

const fresh: Partial<typeof translationTask.$inferInsert> = {
  ...{ status: 'queued', lease: null, leaseUntil: null, attempts: 0, code: null, endedAt: null },
  ...{ blocks: 0, blocksDone: 0, blocksAccepted: 0, offers: [] },
};
const unfinished: readonly TaskStatus[] = ['fallback', 'failed', 'cancelled'];

/** What is done stays; what is not is not begun any more. */
export async function cancelRun(tools: RunTools, id: string): Promise<Result<null, RunError>> {
  const now = new Date(tools.now());
  const isCancelled = await tools.database.transaction(async (queries) => {
    const rows = await queries
      .update(translationRun)
      .set({ status: 'cancelled', endedAt: now })
      .where(and(eq(translationRun.id, id), inArray(translationRun.status, [...liveStatuses])))
      .returning({ id: translationRun.id });
    if (rows.length === 0) return false;
    await queries
      .update(translationTask)
      .set({ status: 'cancelled', lease: null, leaseUntil: null, endedAt: now })
      .where(and(eq(translationTask.runId, id), inArray(translationTask.status, [...openStatuses])));
    await noteRunChange(queries, id, tools.now());
    return true;
  });
  if (isCancelled) return ok(null);
  return fail({ code: (await readRun(tools.database.query, id)) ? 'run.over' : 'run.missing' });
}

/** These languages once more, or all that have no translation; what was remembered is not asked for again. */
export async function retryRun(
  tools: RunTools,
  id: string,
  locale?: Locale,
): Promise<Result<Locale[], RunError>> {
  const { query } = tools.database;
  const run = await readRun(query, id);
  if (!run) return fail({ code: 'run.missing' });
  const live = await liveRunOf(query, run.articleId);
  if (live && live.id !== id) return fail({ code: 'run.live' });
  const tasks = await readTasks(query, id);
  const wanted = tasks.filter((task) =>
    locale === undefined
      ? unfinished.includes(task.status) || task.code === 'translation.review'
      : task.locale === locale && !isOpen(task),
  );
  const again = wanted.map((task) => task.locale);
  if (again.length === 0) return isLive(run) ? ok([]) : fail({ code: 'run.over' });
  await tools.database.transaction(async (queries) => {
    await queries
      .update(translationTask)
      .set(fresh)
      .where(and(eq(translationTask.runId, id), inArray(translationTask.locale, again)));
    await noteRunChange(queries, id, tools.now(), { status: 'running', endedAt: null });
  });
  return ok(again);
}
