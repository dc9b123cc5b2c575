import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { translationRun, translationTask } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { changeTask, claimTask, heartbeatMs, releaseTask, type TaskClaim } from './claim-task.ts';
import { finishRun } from './finish-run.ts';
import { isLive, isOpen, liveStatuses, noteRunChange, openStatuses, readRun, readTasks } from './run-rows.ts';
import type { RunTools } from './run-tools.ts';
import { translateTask } from './translate-task.ts';

const queue = 'translate-post';
/** How often it is looked whether somebody has left a language lying. */
const lookAgainMs = 15_000;
/** So many beginnings without one finished block: it is the text that ends the process. */
const attemptsMax = 20;

interface TaskJob {
  runId: string;
  locale: Locale;
}

/** The work on runs. Their rows say what is to be done; a job only wakes. */
export interface RunWork {
  /** These languages are to be done. */
  send(runId: string, locales: readonly Locale[]): Promise<void>;
  /** What this process does of a run ends here. */
  leave(runId: string): void;
  /** Goes on with what a process that is gone has left. Never fails. */
  start(): Promise<void>;
  stop(): void;
}

export function createRunWork(tools: RunTools): RunWork {
  const { database, jobs, now, onTrouble } = tools;
  const { query } = database;
  const working = new Map<TaskClaim, AbortController>();
  let timer: NodeJS.Timeout | null = null;
  let isStopping = false;

  async function send(runId: string, locales: readonly Locale[], startAfter?: Date): Promise<void> {
    for (const locale of locales) {
      const job: TaskJob = { runId, locale };
      const options = { singletonKey: `${runId}/${locale}`, ...(startAfter && { startAfter }) };
      await jobs.send(queue, job, options).catch(onTrouble);
    }
  }

  jobs.work<TaskJob>(queue, async ({ runId, locale }) => {
    await tools.rest();
    if (isStopping) return;
    const claim = await claimTask(query, { runId, locale }, now());
    if (claim) await work(claim, claim.attempts);
    else await waitForOther(runId, locale);
    await finishRun(tools, runId);
  });

  async function work(claim: TaskClaim, attempts: number): Promise<void> {
    const leaving = new AbortController();
    working.set(claim, leaving);
    const beat = setInterval(() => {
      changeTask(query, claim, now()).then((isOurs) => {
        if (!isOurs) leaving.abort();
      }, onTrouble);
    }, heartbeatMs);
    try {
      await noteBegin(claim.runId);
      if (attempts > attemptsMax) {
        const ended = { status: 'failed', code: 'task.failed', endedAt: new Date(now()) } as const;
        await changeTask(query, claim, now(), ended);
        await noteRunChange(query, claim.runId, now());
        return;
      }
      await translateTask(tools, claim, leaving);
    } finally {
      clearInterval(beat);
      working.delete(claim);
      // Nothing of what is ended or another's: only what was left in the middle.
      await releaseTask(query, claim).catch(onTrouble);
    }
  }

  async function noteBegin(runId: string): Promise<void> {
    await query
      .update(translationRun)
      .set({ status: 'running' })
      .where(and(eq(translationRun.id, runId), eq(translationRun.status, 'queued')));
    await noteRunChange(query, runId, now());
    tools.changed(runId);
  }

  /** Somebody has it: should they be gone, it is looked at when their time is over. */
  async function waitForOther(runId: string, locale: Locale): Promise<void> {
    const [run, tasks] = [await readRun(query, runId), await readTasks(query, runId)];
    const task = tasks.find((each) => each.locale === locale);
    if (run && isLive(run) && task && isOpen(task))
      await send(runId, [locale], new Date((task.leaseUntil?.getTime() ?? now()) + 1000));
  }

  async function look(): Promise<void> {
    try {
      const live = await query
        .select({ id: translationRun.id })
        .from(translationRun)
        .where(inArray(translationRun.status, [...liveStatuses]));
      for (const { id } of live) {
        const waiting = await query
          .select({ locale: translationTask.locale })
          .from(translationTask)
          .where(
            and(
              eq(translationTask.runId, id),
              inArray(translationTask.status, [...openStatuses]),
              or(isNull(translationTask.leaseUntil), lt(translationTask.leaseUntil, new Date(now()))),
            ),
          );
        const order = (await readTasks(query, id)).map(({ locale }) => locale);
        await send(
          id,
          order.filter((locale) => waiting.some((each) => each.locale === locale)),
        );
        await finishRun(tools, id);
      }
    } catch (error) {
      onTrouble(error);
    }
  }

  /** Nobody else can be at work on a database of one process. */
  async function endOldLeases(): Promise<void> {
    if (database.kind !== 'embedded') return;
    await query
      .update(translationTask)
      .set({ leaseUntil: new Date(0) })
      .where(eq(translationTask.status, 'translating'));
  }

  return {
    send,
    leave(runId) {
      for (const [claim, leaving] of working) if (claim.runId === runId) leaving.abort();
    },
    async start() {
      timer ??= setInterval(look, lookAgainMs).unref();
      await endOldLeases().catch(onTrouble);
      await jobs.start().catch(onTrouble);
      await look();
    },
    stop() {
      isStopping = true;
      if (timer) clearInterval(timer);
      for (const leaving of working.values()) leaving.abort();
    },
  };
}
