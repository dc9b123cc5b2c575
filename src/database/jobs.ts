import { randomUUID } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import type { Database } from './database.ts';

const drainLimitMs = 10_000;
const pollSeconds = 5;

export interface JobOptions {
  startAfter?: Date;
  /** Skips the job if one with this key is waiting. Letters, digits, `_`, `-`, `.` and `/`. */
  singletonKey?: string;
}

/** Shared by all nodes. A job runs at least once, also after a restart. */
export interface Jobs {
  /** Call before `start`. A node runs one job of a queue at a time and retries with back-off. */
  work<T extends object>(queue: string, run: (data: T) => Promise<void>): void;
  start(): Promise<void>;
  send(queue: string, data: object, options?: JobOptions): Promise<void>;
  stop(): Promise<void>;
}

interface JobsOptions {
  database: Pick<Database, 'kind' | 'executeSql'>;
  onError(error: unknown): void;
  onEnded?(queue: string, isDone: boolean): void;
  pollSeconds?: number;
}

export function createJobs({ database, onError, ...options }: JobsOptions): Jobs {
  const handlers = new Map<string, (data: object) => Promise<void>>();
  const workers = new Map<string, string>();
  const reportError = throttleErrors(onError);
  let starting: Promise<PgBoss> | null = null;
  let isStopped = false;

  function getBoss(): Promise<PgBoss> {
    if (isStopped) throw new Error('the job queue is stopped');
    starting ??= start().catch((error) => {
      starting = null;
      throw error;
    });
    return starting;
  }

  async function start(): Promise<PgBoss> {
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({
      db: { executeSql: (text, values) => database.executeSql(text, values) },
      backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
      // Unused features, each of which would poll the database.
      schedule: false,
      reindex: false,
      monitorVacuum: false,
      flowIntervalSeconds: 3600,
      superviseIntervalSeconds: 300,
      monitorIntervalSeconds: 300,
      bamIntervalSeconds: 300,
    });
    boss.on('error', (error) => reportError(new Error('job queue error', { cause: error })));
    try {
      await boss.start();
      await startWorkers(boss);
      return boss;
    } catch (error) {
      // Otherwise its timers would keep polling beside those of the next attempt.
      await boss.stop({ graceful: false });
      throw error;
    }
  }

  async function startWorkers(boss: PgBoss): Promise<void> {
    for (const [queue, run] of handlers) {
      await boss.createQueue(queue, {
        policy: 'short',
        retryLimit: 20,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 3600,
      });
      const id = await boss.work<object>(
        queue,
        { pollingIntervalSeconds: options.pollSeconds ?? pollSeconds },
        async ([job]) => {
          if (!job) return;
          await run(job.data).catch((error) => {
            options.onEnded?.(queue, false);
            onError(error);
            throw error;
          });
          options.onEnded?.(queue, true);
          // Another job may have arrived: do not wait for the next poll.
          boss.notifyWorker(id);
        },
      );
      workers.set(queue, id);
    }
  }

  return {
    work(queue, run) {
      handlers.set(queue, run as (data: object) => Promise<void>);
    },
    async start() {
      await getBoss();
    },
    async send(queue, data, { startAfter, singletonKey } = {}) {
      const boss = await getBoss();
      await boss.send(queue, data, {
        ...(startAfter && { startAfter }),
        // The `short` policy treats all jobs without a key as duplicates.
        singletonKey: singletonKey ?? randomUUID(),
      });
      const worker = workers.get(queue);
      if (!startAfter && worker !== undefined) boss.notifyWorker(worker);
    },
    async stop() {
      isStopped = true;
      const boss = await starting?.catch(() => null);
      if (!boss) return;
      const idle = Promise.all([...handlers.keys()].map((queue) => boss.offWork(queue)));
      const { promise: drained, resolve } = Promise.withResolvers<void>();
      const limit = setTimeout(resolve, drainLimitMs);
      await Promise.race([idle, drained]);
      clearTimeout(limit);
      await boss.stop({ graceful: false });
    },
  };
}

/** At most one error a minute: an unavailable database is polled every few seconds. */
function throttleErrors(report: (error: unknown) => void): (error: unknown) => void {
  let until = 0;
  return (error) => {
    if (performance.now() < until) return;
    until = performance.now() + 60_000;
    report(error);
  };
}
