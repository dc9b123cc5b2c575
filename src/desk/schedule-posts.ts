import { isNotNull } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import type { Jobs } from '#database/jobs.ts';
import { post } from '#database/schema.ts';
import type { PublishOutcome } from './publish-due.ts';

const queue = 'publish-post';
/** How often scheduled drafts are enqueued again, in case a job was lost. */
const rescanIntervalMs = 10 * 60_000;

interface DueJob {
  id: string;
  /** ISO 8601 */
  at: string;
}

interface SchedulingOptions {
  jobs: Jobs;
  database: Pick<Database, 'query'>;
  publishDue(id: string, at: Date): Promise<PublishOutcome>;
  onError(error: unknown): void;
}

export interface PublishScheduler {
  /** Never throws: the row has the date, and scheduled rows are enqueued again. */
  schedule(id: string, at: Date): Promise<void>;
  /** Also enqueues drafts without a job, as in a restored database. */
  start(): Promise<void>;
  stop(): void;
}

/** A job only triggers the check; the row decides whether the draft is due. */
export function createPublishScheduler({
  jobs,
  database,
  publishDue,
  onError,
}: SchedulingOptions): PublishScheduler {
  let timer: NodeJS.Timeout | null = null;

  async function schedule(id: string, at: Date): Promise<void> {
    const job: DueJob = { id, at: at.toISOString() };
    await jobs.send(queue, job, { startAfter: at, singletonKey: `${id}/${at.getTime()}` }).catch(onError);
  }

  jobs.work<DueJob>(queue, async ({ id, at }) => {
    // The database's clock may be ahead of ours.
    if ((await publishDue(id, new Date(at))) === 'early') await schedule(id, new Date(at));
  });

  async function enqueueScheduled(): Promise<void> {
    try {
      await jobs.start();
      const waiting = await database.query
        .select({ id: post.id, at: post.scheduledAt })
        .from(post)
        .where(isNotNull(post.scheduledAt));
      for (const { id, at } of waiting) if (at) await schedule(id, at);
    } catch (error) {
      onError(error);
    }
  }

  return {
    schedule,
    async start() {
      timer ??= setInterval(enqueueScheduled, rescanIntervalMs).unref();
      await enqueueScheduled();
    },
    stop() {
      if (timer) clearInterval(timer);
    },
  };
}
