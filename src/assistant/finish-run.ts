import { and, eq, inArray } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { translationRun, translationTask } from '#database/schema.ts';
import {
  isLive,
  isOpen,
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
  if (run.choice === 'all' && tasks.every(hasPassed)) await publishAll(tools, run, tasks);
  await end(tools, query, run, await readTasks(query, runId));
  tools.changed(runId);
}

function hasPassed({ status, code }: TaskRow): boolean {
  return status === 'published' || (status === 'saved' && code === 'translation.waits');
}

/** One transaction. Where somebody changed one of them meanwhile all stay as they are, and the run says so. */
async function publishAll(tools: RunTools, run: RunRow, tasks: readonly TaskRow[]): Promise<void> {
  const waiting = tasks.filter(({ code }) => code === 'translation.waits');
  const posts = waiting.flatMap(({ postId: id, postVersion: version }) =>
    id === null || version === null ? [] : [{ id, version }],
  );
  if (posts.length === 0) return;
  const by = { id: run.authorId ?? '', name: run.authorName };
  const published = await tools.desk.publishTranslations(posts, by, async (queries) => {
    await queries
      .update(translationTask)
      .set({ status: 'published', code: null })
      .where(
        and(
          eq(translationTask.runId, run.id),
          inArray(
            translationTask.locale,
            waiting.map(({ locale }) => locale),
          ),
        ),
      );
  });
  if (published.ok) return;
  const { code } = published.error;
  if (code !== 'post.conflict' && code !== 'post.missing')
    tools.onTrouble(new Error(`translations could not be published together: ${code}`));
}

async function end(tools: RunTools, queries: Queries, run: RunRow, tasks: readonly TaskRow[]): Promise<void> {
  const isDone = tasks.every(
    ({ status, code }) =>
      status === 'published' || (status === 'saved' && (code === null || code === 'translation.human')),
  );
  const now = tools.now();
  const ended = await queries
    .update(translationRun)
    .set({ status: isDone ? 'done' : 'done_with_errors', endedAt: new Date(now) })
    .where(and(eq(translationRun.id, run.id), inArray(translationRun.status, [...liveStatuses])))
    .returning({ id: translationRun.id });
  if (ended.length > 0) await noteRunChange(queries, run.id, now);
}
