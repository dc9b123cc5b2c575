import { and, eq, inArray } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { translationRun, translationTask } from '#database/schema.ts';
import { cancelRun } from './cancel-run.ts';
import type { RunDeps } from './deps.ts';
import {
  isOriginalUnpublished,
  isRunLive,
  isTaskOpen,
  liveRunStatuses,
  type RunRow,
  readRun,
  readTasks,
  recordRunChange,
  type TaskRow,
} from './run-queries.ts';

export async function finishRun(deps: RunDeps, runId: string): Promise<void> {
  const { query } = deps.database;
  const run = await readRun(query, runId);
  if (!run || !isRunLive(run)) return;
  const tasks = await readTasks(query, runId);
  if (tasks.some(isTaskOpen)) return;
  if (run.choice === 'all' && tasks.every(hasPassed) && !(await publishAll(deps, run, tasks))) {
    await cancelRun(deps, runId, 'run.withdrawn');
    return;
  }
  await deps.database.transaction((queries) => endRun(queries, runId, deps.now()));
  deps.onChange(runId);
}

/** Only its author publishes a human-written post, and the other languages do not wait for it. */
function hasPassed(task: TaskRow): boolean {
  return task.status === 'published' || isWaiting(task) || task.code === 'translation.human';
}

function isWaiting({ code }: TaskRow): boolean {
  return code === 'translation.waits' || code === 'translation.unpublished';
}

/** If one post was changed, all stay drafts. False if the original is no longer published. */
async function publishAll(deps: RunDeps, run: RunRow, tasks: readonly TaskRow[]): Promise<boolean> {
  const { query } = deps.database;
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
  const actor = { id: run.authorId ?? '', name: run.authorName };
  const published = await deps.posts.publishTranslations(posts, actor, async (queries) => {
    // Under the write lock of the blog, the original cannot be unpublished meanwhile.
    if (await isOriginalUnpublished(queries, run)) return false;
    await queries.update(translationTask).set({ status: 'published', code: null }).where(areWaiting);
    return (await lockRun(queries, run.id)) !== null;
  });
  if (published.ok) return true;
  if (await isOriginalUnpublished(query, run)) return false;
  const isStillWaiting = and(areWaiting, eq(translationTask.status, 'saved'));
  await query.update(translationTask).set({ code: 'translation.unpublished' }).where(isStillWaiting);
  const { code } = published.error;
  if (code !== 'post.conflict' && code !== 'post.missing' && code !== 'lease.lost')
    deps.onError(new Error(`cannot publish translations: ${code}`));
  return true;
}

/** Checks again under the lock: a task may have been requeued or cancelled. */
async function endRun(queries: Queries, runId: string, now: number): Promise<void> {
  const lockedId = await lockRun(queries, runId);
  const tasks = await readTasks(queries, runId);
  if (lockedId === null || tasks.some(isTaskOpen)) return;
  const isDone = tasks.every(
    ({ status, code }) =>
      status === 'published' || (status === 'saved' && (code === null || code === 'translation.human')),
  );
  const status = isDone ? 'done' : 'done_with_errors';
  await recordRunChange(queries, runId, now, { status, endedAt: new Date(now) });
}

async function lockRun(queries: Queries, id: string): Promise<string | null> {
  const [row] = await queries
    .select({ id: translationRun.id })
    .from(translationRun)
    .where(and(eq(translationRun.id, id), inArray(translationRun.status, [...liveRunStatuses])))
    .for('update');
  return row?.id ?? null;
}
