import { EventEmitter } from 'node:events';
import { eq, inArray } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post, translationRun } from '#database/schema.ts';
import { ok } from '#platform/result.ts';
import type { RunState, RunStep, TaskCode, TranslationRuns } from './contract.ts';
import type { RunDeps } from './runs/deps.ts';
import { cancelRun, retryRun } from './runs/run-lifecycle.ts';
import {
  findLatestRun,
  isRunLive,
  isTaskOpen,
  type RunRow,
  readRun,
  readTasks,
  type TaskRow,
} from './runs/run-queries.ts';
import { createRunWorker } from './runs/run-worker.ts';
import { estimateRun, startRun } from './runs/start-run.ts';

/** Neither `startWork` nor `stopWork` rejects. */
export function createTranslationRuns(options: Omit<RunDeps, 'onChange'>): TranslationRuns & {
  startWork(): Promise<void>;
  stopWork(): void;
} {
  const changes = new EventEmitter().setMaxListeners(0);
  const deps: RunDeps = { ...options, onChange: (id) => changes.emit(id) };
  const { query } = deps.database;
  const worker = createRunWorker(deps);

  async function loadRun(id: string): Promise<RunState> {
    const run = await readRun(query, id);
    if (!run) throw new Error('the run is missing');
    return loadState(query, run);
  }

  return {
    async start(request) {
      const started = await startRun(deps, request);
      if (!started.ok) return started;
      const { id, joined, locales } = started.value;
      await worker.send(id, locales);
      return ok({ run: await loadRun(id), joined });
    },
    estimate: (postId, request) => estimateRun(deps, postId, request),
    async read(id) {
      const run = await readRun(query, id);
      return run && loadState(query, run);
    },
    async findLatestByPost(postId) {
      const articleId = query.select({ id: post.articleId }).from(post).where(eq(post.id, postId));
      const run = await findLatestRun(query, inArray(translationRun.articleId, articleId));
      return run && loadState(query, run);
    },
    async readChangeNumber(id) {
      return (await readRun(query, id))?.changes ?? null;
    },
    async cancel(id) {
      const cancelled = await cancelRun(deps, id);
      if (!cancelled.ok) return cancelled;
      worker.abort(id);
      return ok(await loadRun(id));
    },
    async retry(id, locale) {
      const requeued = await retryRun(deps, id, locale);
      if (!requeued.ok) return requeued;
      await worker.send(id, requeued.value);
      deps.onChange(id);
      return ok(await loadRun(id));
    },
    watch(id, listener) {
      changes.on(id, listener);
      return () => changes.off(id, listener);
    },
    startWork: worker.start,
    stopWork: worker.stop,
  };
}

async function loadState(queries: Queries, run: RunRow): Promise<RunState> {
  const tasks = await readTasks(queries, run.id);
  const rows = await queries
    .select({ locale: post.locale, id: post.id, slug: post.slug, status: post.status, origin: post.origin })
    .from(post)
    .where(eq(post.articleId, run.articleId));
  const posts = new Map<string, NonNullable<RunStep['post']>>(
    rows.map(({ locale, ...row }) => [locale, row]),
  );
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
  const current = tasks.find(({ status }) => status === 'translating') ?? tasks.find(isTaskOpen);
  return {
    id: run.id,
    article_id: run.articleId,
    post_id: run.postId,
    source_locale: run.sourceLocale,
    source_version: run.sourceVersion,
    choice: run.choice,
    status: run.status,
    steps,
    current: isRunLive(run) ? (current?.locale ?? null) : null,
    percent: calculatePercent(run, tasks),
    tokens: { estimated: run.tokensEstimated, spent: run.tokensSpent, most: run.tokensMax },
    change: run.changes,
    created_at: run.createdAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
  };
}

function calculatePercent(run: RunRow, tasks: readonly TaskRow[]): number {
  if (!isRunLive(run) && run.status !== 'cancelled') return 100;
  // The original counts as one step.
  const done = tasks.reduce((sum, task) => sum + getTaskProgress(task), 1);
  return Math.min(99, Math.floor((100 * done) / (tasks.length + 1)));
}

function getTaskProgress(task: TaskRow): number {
  if (!isTaskOpen(task)) return 1;
  return task.blocks === 0 ? 0 : task.blocksDone / task.blocks;
}
