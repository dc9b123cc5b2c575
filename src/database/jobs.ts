import { randomUUID } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import type { Database } from './connect.ts';

/** Longest that the end of the process waits for a job; one that is cut off is begun anew. */
const drainLimitMs = 10_000;
/** Idle workers ask this often. */
const pollSeconds = 5;

export interface JobOptions {
  /** Left out: as soon as a worker is free. */
  startAfter?: Date;
  /** While one with this key waits, another is not taken. Letters, digits, `_`, `-`, `.` and `/`. */
  singletonKey?: string;
}

/**
 * What is to be done later, or on another node, kept in the database: a job is done at least once, also after a restart,
 * and now and then twice. Its queues are made by whoever works on them.
 */
export interface Jobs {
  /** To be called before `start`. One at a time on each node; where it rejects it is done again, later each time. */
  work<T extends object>(queue: string, run: (data: T) => Promise<void>): void;
  /** Begins to work, where that is not so already. */
  start(): Promise<void>;
  send(queue: string, data: object, options?: JobOptions): Promise<void>;
  stop(): Promise<void>;
}

interface JobsOptions {
  database: Pick<Database, 'kind' | 'executeSql'>;
  onTrouble(error: unknown): void;
  onEnded?(queue: string, isDone: boolean): void;
  pollSeconds?: number;
}

/** By pg-boss, in tables of its own (schema `pgboss`), which it makes and keeps. It is loaded when it is first needed. */
export function createJobs({ database, onTrouble, ...options }: JobsOptions): Jobs {
  const works = new Map<string, (data: object) => Promise<void>>();
  const workers = new Map<string, string>();
  const troubleOf = onceAMinute(onTrouble);
  let starting: Promise<PgBoss> | null = null;
  let isStopped = false;

  function started(): Promise<PgBoss> {
    if (isStopped) throw new Error('no job is taken any more');
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
      // Repeated jobs, dependent jobs and rebuilt indexes are nothing we use; each would ask the database again and again.
      ...{ schedule: false, reindex: false, monitorVacuum: false, flowIntervalSeconds: 3600 },
      ...{ superviseIntervalSeconds: 300, monitorIntervalSeconds: 300, bamIntervalSeconds: 300 },
    });
    boss.on('error', (error) => troubleOf(new Error('jobs', { cause: error })));
    try {
      await boss.start();
      await beginWork(boss);
      return boss;
    } catch (error) {
      // Its timers would ask on and on beside those of the next try.
      await boss.stop({ graceful: false });
      throw error;
    }
  }

  async function beginWork(boss: PgBoss): Promise<void> {
    for (const [queue, run] of works) {
      await boss.createQueue(queue, {
        policy: 'short',
        ...{ retryLimit: 20, retryDelay: 1, retryBackoff: true, retryDelayMax: 3600 },
      });
      const id = await boss.work<object>(
        queue,
        { pollingIntervalSeconds: options.pollSeconds ?? pollSeconds },
        async ([job]) => {
          if (!job) return;
          await run(job.data).catch((error) => {
            options.onEnded?.(queue, false);
            onTrouble(error);
            throw error;
          });
          options.onEnded?.(queue, true);
          // Another one may have come meanwhile: it need not wait until the worker asks by itself.
          boss.notifyWorker(id);
        },
      );
      workers.set(queue, id);
    }
  }

  return {
    work(queue, run) {
      works.set(queue, run as (data: object) => Promise<void>);
    },
    async start() {
      await started();
    },
    async send(queue, data, { startAfter, singletonKey } = {}) {
      const boss = await started();
      await boss.send(queue, data, {
        ...(startAfter && { startAfter }),
        // This kind of queue takes those without a key for one and the same.
        singletonKey: singletonKey ?? randomUUID(),
      });
      const worker = workers.get(queue);
      if (!startAfter && worker !== undefined) boss.notifyWorker(worker);
    },
    async stop() {
      isStopped = true;
      const boss = await starting?.catch(() => null);
      if (!boss) return;
      const idle = Promise.all([...works.keys()].map((queue) => boss.offWork(queue)));
      const { promise: drained, resolve } = Promise.withResolvers<void>();
      const limit = setTimeout(resolve, drainLimitMs);
      await Promise.race([idle, drained]);
      clearTimeout(limit);
      await boss.stop({ graceful: false });
    },
  };
}

/** A database that is away is asked again every few seconds: that need not be said as often. */
function onceAMinute(tell: (error: unknown) => void): (error: unknown) => void {
  let until = 0;
  return (error) => {
    if (performance.now() < until) return;
    until = performance.now() + 60_000;
    tell(error);
  };
}
