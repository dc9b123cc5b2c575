import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { translationRun, translationTask } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { RunDeps } from './deps.ts';
import { finishRun } from './finish-run.ts';
import {
  isRunLive,
  isTaskOpen,
  liveRunStatuses,
  openTaskStatuses,
  readRun,
  readTasks,
  recordRunChange,
} from './run-queries.ts';
import { acquireTask, releaseTask, type TaskLease, taskHeartbeatMs, updateTask } from './task-lease.ts';
import { translateTask } from './translate-task.ts';

const queue = 'translate-post';
const pollIntervalMs = 15_000;
/** After this many starts without a finished block, the text itself probably crashes the process. */
const maxAttempts = 20;

interface TaskJob {
  runId: string;
  locale: Locale;
}

/** The rows say what to do; a job only wakes a worker. */
export interface RunWorker {
  send(runId: string, locales: readonly Locale[]): Promise<void>;
  abort(runId: string): void;
  start(): Promise<void>;
  stop(): void;
}

export function createRunWorker(deps: RunDeps): RunWorker {
  const { database, jobs, now, onError } = deps;
  const { query } = database;
  const activeTasks = new Map<TaskLease, AbortController>();
  let timer: NodeJS.Timeout | null = null;
  let isStopping = false;

  async function send(runId: string, locales: readonly Locale[], startAfter?: Date): Promise<void> {
    for (const locale of locales) {
      const job: TaskJob = { runId, locale };
      const options = { singletonKey: `${runId}/${locale}`, ...(startAfter && { startAfter }) };
      await jobs.send(queue, job, options).catch(onError);
    }
  }

  jobs.work<TaskJob>(queue, async ({ runId, locale }) => {
    await deps.throttle();
    if (isStopping) return;
    const claim = await acquireTask(query, { runId, locale }, now());
    if (claim) await work(claim, claim.attempts);
    else await waitForOther(runId, locale);
    await finishRun(deps, runId);
  });

  async function work(claim: TaskLease, attempts: number): Promise<void> {
    const abortController = new AbortController();
    activeTasks.set(claim, abortController);
    const heartbeat = setInterval(() => {
      updateTask(query, claim, now()).then((hasLease) => {
        if (!hasLease) abortController.abort();
      }, onError);
    }, taskHeartbeatMs);
    try {
      await markStarted(claim.runId);
      if (attempts > maxAttempts) {
        const ended = { status: 'failed', code: 'task.failed', endedAt: new Date(now()) } as const;
        await updateTask(query, claim, now(), ended);
        await recordRunChange(query, claim.runId, now());
        return;
      }
      await translateTask(deps, claim, abortController);
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

  async function waitForOther(runId: string, locale: Locale): Promise<void> {
    const [run, tasks] = [await readRun(query, runId), await readTasks(query, runId)];
    const task = tasks.find((candidate) => candidate.locale === locale);
    if (run && isRunLive(run) && task && isTaskOpen(task))
      await send(runId, [locale], new Date((task.leaseUntil?.getTime() ?? now()) + 1000));
  }

  async function enqueueAbandoned(): Promise<void> {
    try {
      const live = await query
        .select({ id: translationRun.id })
        .from(translationRun)
        .where(inArray(translationRun.status, [...liveRunStatuses]));
      for (const { id } of live) {
        const waiting = await query
          .select({ locale: translationTask.locale })
          .from(translationTask)
          .where(
            and(
              eq(translationTask.runId, id),
              inArray(translationTask.status, [...openTaskStatuses]),
              or(isNull(translationTask.leaseUntil), lt(translationTask.leaseUntil, new Date(now()))),
            ),
          );
        const locales = (await readTasks(query, id)).map(({ locale }) => locale);
        await send(
          id,
          locales.filter((locale) => waiting.some((task) => task.locale === locale)),
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
    abort(runId) {
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
