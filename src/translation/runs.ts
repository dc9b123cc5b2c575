import { and, eq, inArray, sql } from 'drizzle-orm';
import { post, translationRun, translationTask, workingCopy } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { ok } from '#platform/result.ts';
import type { RunState, RunStep, TaskCode, TranslationRuns } from './contract.ts';
import { cancelRun, finishRun, retryRun, toEndedStatus } from './runs/run-lifecycle.ts';
import {
  acquireTask,
  findLatestRun,
  finishTask,
  isLiveRun,
  isRunLive,
  isTaskOpen,
  type RunDeps,
  type RunRow,
  readRun,
  readTasks,
  readUnleasedTasks,
  recordRunChange,
  releaseTask,
  type TaskLease,
  type TaskRow,
  updateTask,
} from './runs/run-queries.ts';
import { estimateRun, startRun } from './runs/start-run.ts';
import { translateTask } from './runs/translate-task.ts';

/** Neither `startWork` nor `stopWork` rejects. */
export function createTranslationRuns(deps: RunDeps): TranslationRuns & {
  startWork(): Promise<void>;
  stopWork(): void;
  /** How many languages this node translates at a time. Never rejects. */
  setConcurrency(concurrency: number): Promise<void>;
} {
  const { query } = deps.database;
  const worker = createRunWorker(deps);

  async function loadRun(id: string): Promise<RunState> {
    const run = await readRun(query, id);
    if (!run) throw new Error('the run is missing');
    return loadState(deps, run);
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
      return run && loadState(deps, run);
    },
    async findLatestByPost(postId) {
      const articleId = query.select({ id: post.articleId }).from(post).where(eq(post.id, postId));
      const run = await findLatestRun(query, inArray(translationRun.articleId, articleId));
      return run && loadState(deps, run);
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
      return ok(await loadRun(id));
    },
    startWork: worker.start,
    setConcurrency: (concurrency) => deps.jobs.setConcurrency(queue, concurrency).catch(deps.onError),
    stopWork: worker.stop,
  };
}

async function loadState(deps: RunDeps, run: RunRow): Promise<RunState> {
  const queries = deps.database.query;
  const stored = await readTasks(queries, run.id);
  const rows = await queries
    .select({
      locale: post.locale,
      kind: post.kind,
      post: { id: post.id, slug: post.slug, status: post.status, origin: post.origin },
      // A person has published what was held: readers see a translation of this source, and no newer one waits.
      isPublished: sql<boolean>`${post.status} = 'published' and ${post.sourceVersion} >= ${run.sourceVersion}
        and ${workingCopy.sourceRevision} is null`,
    })
    .from(post)
    .leftJoin(workingCopy, eq(workingCopy.postId, post.id))
    .where(eq(post.articleId, run.articleId));
  const posts = new Map<string, NonNullable<RunStep['post']>>(rows.map((row) => [row.locale, row.post]));
  const published = rows.filter((row) => row.isPublished).map(({ locale }) => locale);
  const tasks = stored.map((task): TaskRow => {
    const isPublished = task.code === 'translation.held' && published.includes(task.locale);
    return isPublished ? { ...task, status: 'published', code: null } : task;
  });
  const held = tasks.flatMap(({ locale, code }) => (code === 'translation.held' ? [locale] : []));
  const reviewers =
    held.length > 0
      ? await deps.reviewers.findNames(held, rows[0]?.kind ?? 'post')
      : new Map<Locale, string>();
  const original = posts.get(run.sourceLocale) ?? null;
  const steps: RunStep[] = [
    {
      locale: run.sourceLocale,
      kind: 'original',
      code: null,
      post: original,
      status: original?.status === 'published' ? 'published' : 'saved',
      blocks: { total: 0, done: 0, accepted: 0 },
      reviewer: null,
    },
    ...tasks.map(
      (task): RunStep => ({
        locale: task.locale,
        kind: 'translation',
        status: task.status,
        blocks: { total: task.blocks, done: task.blocksDone, accepted: task.blocksAccepted },
        code: task.code as TaskCode | null,
        post: posts.get(task.locale) ?? null,
        reviewer: reviewers.get(task.locale) ?? null,
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
    status: run.status === 'done_with_errors' ? toEndedStatus(tasks) : run.status,
    steps,
    current: isRunLive(run) ? (current?.locale ?? null) : null,
    percent: calculatePercent(run, tasks),
    tokens: { estimated: run.tokensEstimated, spent: run.tokensSpent, most: run.tokensMax },
    is_reading_incomplete: tasks.some(({ isReadingIncomplete }) => isReadingIncomplete),
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

const queue = 'translate-post';
const pollIntervalMs = 15_000;
const heartbeatMs = 15_000;
/** After this many starts without a finished block, the text itself probably crashes the process. */
const maxAttempts = 20;

interface TaskJob {
  runId: string;
  locale: Locale;
}

/** The rows say what to do; a job only wakes a worker. */
function createRunWorker(deps: RunDeps) {
  const { database, jobs, now, onError } = deps;
  const { query } = database;
  const activeTasks = new Map<TaskLease, AbortController>();
  let timer: NodeJS.Timeout | null = null;
  let isStopping = false;

  async function send(runId: string, locales: readonly Locale[]): Promise<void> {
    for (const locale of locales) {
      const job: TaskJob = { runId, locale };
      await jobs.send(queue, job, { singletonKey: `${runId}/${locale}` }).catch(onError);
    }
  }

  async function runJob({ runId, locale }: TaskJob): Promise<void> {
    await deps.throttle();
    if (isStopping) return;
    const claim = await acquireTask(query, { runId, locale });
    if (claim) await work(claim);
    await finishRun(deps, runId);
  }
  jobs.work<TaskJob>(queue, runJob, { concurrency: deps.concurrency });

  async function work(claim: TaskLease & { attempts: number }): Promise<void> {
    const abortController = new AbortController();
    activeTasks.set(claim, abortController);
    const heartbeat = setInterval(() => {
      updateTask(query, claim).then((hasLease) => {
        if (!hasLease) abortController.abort();
      }, onError);
    }, heartbeatMs);
    try {
      await markStarted(claim.runId);
      if (claim.attempts > maxAttempts)
        await finishTask(deps, claim, { status: 'failed', code: 'task.failed' });
      else await translateTask(deps, claim, abortController);
    } finally {
      clearInterval(heartbeat);
      activeTasks.delete(claim);
      // No-op unless the task is unfinished and still leased by this worker.
      await releaseTask(query, claim).catch(onError);
    }
  }

  async function markStarted(runId: string): Promise<void> {
    await query
      .update(translationRun)
      .set({ status: 'running' })
      .where(and(eq(translationRun.id, runId), eq(translationRun.status, 'queued')));
    await recordRunChange(query, runId, now());
  }

  async function enqueueAbandoned(): Promise<void> {
    try {
      const runs = await query.select({ id: translationRun.id }).from(translationRun).where(isLiveRun);
      for (const { id } of runs) {
        await send(id, await readUnleasedTasks(query, id));
        await finishRun(deps, id);
      }
    } catch (error) {
      onError(error);
    }
  }

  /** An embedded database has one process, so any lease found at startup is stale. */
  async function expireLeases(): Promise<void> {
    if (database.kind !== 'embedded') return;
    await query
      .update(translationTask)
      .set({ leaseUntil: new Date(0) })
      .where(eq(translationTask.status, 'translating'));
  }

  return {
    send,
    abort(runId: string) {
      for (const [claim, abortController] of activeTasks) if (claim.runId === runId) abortController.abort();
    },
    async start() {
      timer ??= setInterval(enqueueAbandoned, pollIntervalMs).unref();
      await expireLeases().catch(onError);
      await jobs.start().catch(onError);
      await enqueueAbandoned();
    },
    stop() {
      isStopping = true;
      if (timer) clearInterval(timer);
      for (const abortController of activeTasks.values()) abortController.abort();
    },
  };
}
