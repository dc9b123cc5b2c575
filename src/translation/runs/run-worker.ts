import { and, eq } from 'drizzle-orm';
import { translationRun, translationTask } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { RunDeps } from './deps.ts';
import { finishRun } from './run-lifecycle.ts';
import {
  acquireTask,
  isLiveRun,
  isTaskOpen,
  readTasks,
  recordRunChange,
  releaseTask,
  type TaskLease,
  updateTask,
} from './run-queries.ts';
import { finishTask, translateTask } from './translate-task.ts';

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
export function createRunWorker(deps: RunDeps) {
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

  jobs.work<TaskJob>(queue, async ({ runId, locale }) => {
    await deps.throttle();
    if (isStopping) return;
    const claim = await acquireTask(query, { runId, locale }, now());
    if (claim) await work(claim);
    await finishRun(deps, runId);
  });

  async function work(claim: TaskLease & { attempts: number }): Promise<void> {
    const abortController = new AbortController();
    activeTasks.set(claim, abortController);
    const heartbeat = setInterval(() => {
      updateTask(query, claim, now()).then((hasLease) => {
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
    deps.onChange(runId);
  }

  async function enqueueAbandoned(): Promise<void> {
    try {
      const runs = await query.select({ id: translationRun.id }).from(translationRun).where(isLiveRun);
      for (const { id } of runs) {
        const abandoned = (await readTasks(query, id)).filter(
          (task) => isTaskOpen(task) && (task.leaseUntil?.getTime() ?? 0) < now(),
        );
        await send(
          id,
          abandoned.map(({ locale }) => locale),
        );
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
