import { and, eq, inArray } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { translationRun, translationTask } from '#database/schema.ts';
import { cancelRun } from './change-run.ts';
import {
  isLive,
  isOpen,
  isWithdrawn,
  liveStatuses,
  noteRunChange,
  type RunRow,
  readRun,
  readTasks,
  type TaskRow,
} from './run-rows.ts';
import type { RunTools } from './run-tools.ts';

/** Ends a run of which no language is open any more. Asked twice, it does nothing the second time. */
export async function finishRun(tools: RunTools, runId: string): Promise<void> {
  const { query } = tools.database;
  const run = await readRun(query, runId);
  if (!run || !isLive(run)) return;
  const tasks = await readTasks(query, runId);
  if (tasks.some(isOpen)) return;
  if (run.choice === 'all' && tasks.every(hasPassed) && !(await publishAll(tools, run, tasks))) {
    await cancelRun(tools, runId, 'run.withdrawn');
    return;
  }
  await tools.database.transaction((queries) => end(queries, runId, tools.now()));
  tools.changed(runId);
}

/** What a person wrote is theirs to publish: the others do not wait for it. */
function hasPassed(task: TaskRow): boolean {
  return task.status === 'published' || isWaiting(task) || task.code === 'translation.human';
}

function isWaiting({ code }: TaskRow): boolean {
  return code === 'translation.waits' || code === 'translation.unpublished';
}

/**
 * One transaction. Where somebody changed one of them meanwhile all stay as they are, and each says so. false: readers
 * are not to see the original any more.
 */
async function publishAll(tools: RunTools, run: RunRow, tasks: readonly TaskRow[]): Promise<boolean> {
  const { query } = tools.database;
  const waiting = tasks.filter(isWaiting);
  const areWaiting = and(
    eq(translationTask.runId, run.id),
    inArray(
      translationTask.locale,
      waiting.map(({ locale }) => locale),
    ),
  );
  const posts = waiting.flatMap(({ postId: id, postVersion: version }) =>
    id === null || version === null ? [] : [{ id, version }],
  );
  if (posts.length === 0) return true;
  const by = { id: run.authorId ?? '', name: run.authorName };
  const published = await tools.desk.publishTranslations(posts, by, async (queries) => {
    // Behind the lock of all who write: nobody takes the original back meanwhile.
    if (await isWithdrawn(queries, run)) return false;
    await queries.update(translationTask).set({ status: 'published', code: null }).where(areWaiting);
    return (await lockRun(queries, run.id)) !== null;
  });
  if (published.ok) return true;
  if (await isWithdrawn(query, run)) return false;
  const isStillWaiting = and(areWaiting, eq(translationTask.status, 'saved'));
  await query.update(translationTask).set({ code: 'translation.unpublished' }).where(isStillWaiting);
  const { code } = published.error;
  if (code !== 'post.conflict' && code !== 'post.missing' && code !== 'lease.lost')
    tools.onTrouble(new Error(`translations could not be published together: ${code}`));
  return true;
}

/** Judged again behind the lock: somebody may have begun a language once more, or cancelled it. */
async function end(queries: Queries, runId: string, now: number): Promise<void> {
  const isThere = await lockRun(queries, runId);
  const tasks = await readTasks(queries, runId);
  if (!isThere || tasks.some(isOpen)) return;
  const isDone = tasks.every(
    ({ status, code }) =>
      status === 'published' || (status === 'saved' && (code === null || code === 'translation.human')),
  );
  const status = isDone ? 'done' : 'done_with_errors';
  await noteRunChange(queries, runId, now, { status, endedAt: new Date(now) });
}

/** Nobody else changes the run until the transaction has ended; null: it is over. */
async function lockRun(queries: Queries, id: string): Promise<string | null> {
  const [row] = await queries
    .select({ id: translationRun.id })
    .from(translationRun)
    .where(and(eq(translationRun.id, id), inArray(translationRun.status, [...liveStatuses])))
    .for('update');
  return row?.id ?? null;
}
