import { isNotNull } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import type { Jobs } from '#database/jobs.ts';
import { post } from '#database/schema.ts';
import type { DueOutcome } from './publish-due.ts';

const queue = 'publish-post';
/** How often it is looked whether a moment was missed to be kept. */
const lookAgainMs = 10 * 60_000;

interface DueJob {
  id: string;
  /** ISO 8601 */
  at: string;
}

interface SchedulingOptions {
  jobs: Jobs;
  database: Pick<Database, 'query'>;
  publishDue(id: string, at: Date): Promise<DueOutcome>;
  onTrouble(error: unknown): void;
}

export interface Scheduling {
  /** Never fails: the post's row says when it is due, and is looked at again. */
  schedule(id: string, at: Date): Promise<void>;
  /** Begins to publish what is due. Drafts whose jobs are not there any more, as in a restored database, get them anew. */
  start(): Promise<void>;
  stop(): void;
}

/** Drafts that are published by themselves at their moment. A job only wakes: what is to be done stands in the row. */
export function createScheduling({ jobs, database, publishDue, onTrouble }: SchedulingOptions): Scheduling {
  let timer: NodeJS.Timeout | null = null;

  async function schedule(id: string, at: Date): Promise<void> {
    const job: DueJob = { id, at: at.toISOString() };
    await jobs.send(queue, job, { startAfter: at, singletonKey: `${id}/${at.getTime()}` }).catch(onTrouble);
  }

  jobs.work<DueJob>(queue, async ({ id, at }) => {
    // The database's clock may be ahead of ours.
    if ((await publishDue(id, new Date(at))) === 'early') await schedule(id, new Date(at));
  });

  async function look(): Promise<void> {
    try {
      await jobs.start();
      const waiting = await database.query
        .select({ id: post.id, at: post.scheduledAt })
        .from(post)
        .where(isNotNull(post.scheduledAt));
      for (const { id, at } of waiting) if (at) await schedule(id, at);
    } catch (error) {
      onTrouble(error);
    }
  }

  return {
    schedule,
    async start() {
      timer ??= setInterval(look, lookAgainMs).unref();
      await look();
    },
    stop() {
      if (timer) clearInterval(timer);
    },
  };
}
