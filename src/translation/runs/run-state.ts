import { eq } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post } from '#database/schema.ts';
import type { RunState, RunStep, TaskCode } from '../contract.ts';
import { isRunLive, isTaskOpen, type RunRow, readRun, readTasks, type TaskRow } from './run-queries.ts';

export async function readRunState(queries: Queries, id: string): Promise<RunState | null> {
  const run = await readRun(queries, id);
  if (!run) return null;
  const tasks = await readTasks(queries, id);
  const rows = await queries
    .select({ locale: post.locale, id: post.id, slug: post.slug, status: post.status, origin: post.origin })
    .from(post)
    .where(eq(post.articleId, run.articleId));
  const posts = new Map(rows.map(({ locale, ...row }) => [locale, row]));
  return toRunState(run, tasks, posts);
}

export function toRunState(
  run: RunRow,
  tasks: readonly TaskRow[],
  posts: ReadonlyMap<string, NonNullable<RunStep['post']>>,
): RunState {
  const original = posts.get(run.sourceLocale) ?? null;
  const steps: RunStep[] = [
    {
      locale: run.sourceLocale,
      kind: 'original',
      code: null,
      post: original,
      status: original?.status === 'published' ? 'published' : 'saved',
      blocks: { total: 0, done: 0, accepted: 0 },
    },
    ...tasks.map(
      (task): RunStep => ({
        locale: task.locale,
        kind: 'translation',
        status: task.status,
        blocks: { total: task.blocks, done: task.blocksDone, accepted: task.blocksAccepted },
        code: task.code as TaskCode | null,
        post: posts.get(task.locale) ?? null,
      }),
    ),
  ];
  return {
    id: run.id,
    article_id: run.articleId,
    post_id: run.postId,
    source_locale: run.sourceLocale,
    source_version: run.sourceVersion,
    choice: run.choice,
    status: run.status,
    steps,
    current: isRunLive(run) ? (findCurrentTask(tasks)?.locale ?? null) : null,
    percent: calculatePercent(run, tasks),
    tokens: { estimated: run.tokensEstimated, spent: run.tokensSpent, most: run.tokensMax },
    change: run.changes,
    created_at: run.createdAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
  };
}

function findCurrentTask(tasks: readonly TaskRow[]): TaskRow | undefined {
  return tasks.find((task) => task.status !== 'queued' && isTaskOpen(task)) ?? tasks.find(isTaskOpen);
}

function calculatePercent(run: RunRow, tasks: readonly TaskRow[]): number {
  if (!isRunLive(run)) return run.status === 'cancelled' ? Math.min(99, calculateProgress(tasks)) : 100;
  return Math.min(99, calculateProgress(tasks));
}

function calculateProgress(tasks: readonly TaskRow[]): number {
  const done = tasks.reduce((sum, task) => sum + getTaskProgress(task), 1);
  return Math.floor((100 * done) / (tasks.length + 1));
}

function getTaskProgress(task: TaskRow): number {
  if (!isTaskOpen(task)) return 1;
  return task.blocks === 0 ? 0 : task.blocksDone / task.blocks;
}
