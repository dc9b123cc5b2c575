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
  /** Call before `start`. A node runs `concurrency` jobs of a queue at a time and retries with back-off. */
  work<T extends object>(
    queue: string,
    run: (data: T) => Promise<void>,
    options?: { concurrency: number },
  ): void;
  /** Workers beyond `concurrency` stop after their current job. */
  setConcurrency(queue: string, concurrency: number): Promise<void>;
  start(): Promise<void>;
  send(queue: string, data: object, options?: JobOptions): Promise<void>;
  /** From then on, `start` and `send` do nothing: the rows that jobs belong to are enqueued again at the next start. */
  stop(): Promise<void>;
}

interface Queue {
  run(data: object): Promise<void>;
  concurrency: number;
  workers: string[];
  resizing: Promise<void>;
}

interface JobsOptions {
  database: Pick<Database, 'kind' | 'executeSql' | 'withExclusiveLock'>;
  onError(error: unknown): void;
  onEnded?(queue: string, isDone: boolean): void;
  pollSeconds?: number;
}

export function createJobs({ database, onError, ...options }: JobsOptions): Jobs {
  const queues = new Map<string, Queue>();
  const reportError = throttleErrors(onError);
  let starting: Promise<PgBoss> | null = null;
  let isStopped = false;

  async function getBoss(): Promise<PgBoss | null> {
    if (isStopped) return null;
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
      // Nodes that install pg-boss at the same time get a duplicate key error for its schema.
      await database.withExclusiveLock(() => boss.start());
      await startWorkers(boss);
      return boss;
    } catch (error) {
      // Otherwise its timers would keep polling beside those of the next attempt.
      await boss.stop({ graceful: false });
      throw error;
    }
  }

  async function startWorkers(boss: PgBoss): Promise<void> {
    for (const [name, queue] of queues) {
      await boss.createQueue(name, {
        policy: 'short',
        retryLimit: 20,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 3600,
      });
      queue.workers = [];
      await resize(boss, name, queue);
    }
  }

  /** One call after another, so that two of them never start the same workers. */
  function resize(boss: PgBoss, name: string, queue: Queue): Promise<void> {
    const result = queue.resizing.then(async () => {
      while (queue.workers.length < queue.concurrency)
        queue.workers.push(await startWorker(boss, name, queue.run));
      for (const id of queue.workers.splice(queue.concurrency)) await boss.offWork(name, { id, wait: false });
    });
    queue.resizing = result.catch(() => undefined);
    return result;
  }

  async function startWorker(boss: PgBoss, name: string, run: Queue['run']): Promise<string> {
    const id = await boss.work<object>(
      name,
      { pollingIntervalSeconds: options.pollSeconds ?? pollSeconds },
      async ([job]) => {
        if (!job) return;
        await run(job.data).catch((error) => {
          options.onEnded?.(name, false);
          onError(error);
          throw error;
        });
        options.onEnded?.(name, true);
        // Another job may have arrived: do not wait for the next poll.
        boss.notifyWorker(id);
      },
    );
    return id;
  }

  return {
    work(name, run, { concurrency } = { concurrency: 1 }) {
      const queue = { run: run as Queue['run'], concurrency, workers: [], resizing: Promise.resolve() };
      queues.set(name, queue);
    },
    async setConcurrency(name, concurrency) {
      const queue = queues.get(name);
      if (!queue) throw new Error(`the job queue ${name} has no workers`);
      queue.concurrency = concurrency;
      const boss = await starting;
      if (boss && !isStopped) await resize(boss, name, queue);
    },
    async start() {
      await getBoss();
    },
    async send(queue, data, { startAfter, singletonKey } = {}) {
      const boss = await getBoss();
      if (!boss) return;
      await boss.send(queue, data, {
        ...(startAfter && { startAfter }),
        // The `short` policy treats all jobs without a key as duplicates.
        singletonKey: singletonKey ?? randomUUID(),
      });
      if (!startAfter) for (const id of queues.get(queue)?.workers ?? []) boss.notifyWorker(id);
    },
    async stop() {
      isStopped = true;
      const boss = await starting?.catch(() => null);
      if (!boss) return;
      const idle = Promise.all([...queues.keys()].map((queue) => boss.offWork(queue)));
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
