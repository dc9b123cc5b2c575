import { desc, eq, isNotNull } from 'drizzle-orm';
import type { Jobs } from '#database/jobs.ts';
import { post, revision } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { readPostForUpdate } from '../read-posts.ts';
import { ensureBaselineRevision } from './revisions.ts';
import { type EditingDeps, recordChange } from './update-post.ts';

/** `early`: called before `at`. `moved`: the post is not scheduled for `at`, or no longer. */
type PublishOutcome = 'published' | 'early' | 'moved';

/** Dates the post `at`. Idempotent. */
async function publishScheduledPost(
  deps: Pick<EditingDeps, 'writer' | 'now'>,
  id: string,
  at: Date,
): Promise<PublishOutcome> {
  const published = await deps.writer.transaction(async (tx): Promise<Result<null, 'early' | 'moved'>> => {
    const { queries, write } = tx;
    const current = await readPostForUpdate(queries, id);
    if (!current || current.scheduledAt?.getTime() !== at.getTime()) return fail('moved');
    if (at.getTime() > deps.now()) return fail('early');
    await ensureBaselineRevision(queries, current);
    const [last] = await queries
      .select({ id: revision.authorId, name: revision.authorName })
      .from(revision)
      .where(eq(revision.postId, id))
      .orderBy(desc(revision.version))
      .limit(1);
    const { locale } = current;
    const written = await write({ locale, status: 'published', published_at: at.toISOString() }, current);
    if (!written.ok) throw new Error('cannot publish the scheduled draft', { cause: written.error });
    await recordChange(deps, tx, { id, actor: last ?? { id: null, name: '' }, kind: 'published' });
    return ok(null);
  });
  return published.ok ? 'published' : published.error;
}

const queue = 'publish-post';
/** Scheduled drafts are enqueued again this often, in case a job was lost. */
const rescanIntervalMs = 10 * 60_000;

interface DueJob {
  id: string;
  at: string;
}

export interface SchedulingDeps extends Omit<EditingDeps, 'schedule'> {
  jobs: Jobs;
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
export function createPublishScheduler(deps: SchedulingDeps): PublishScheduler {
  const { jobs, database, onError } = deps;
  let timer: NodeJS.Timeout | null = null;

  async function schedule(id: string, at: Date): Promise<void> {
    const job: DueJob = { id, at: at.toISOString() };
    await jobs.send(queue, job, { startAfter: at, singletonKey: `${id}/${at.getTime()}` }).catch(onError);
  }

  jobs.work<DueJob>(queue, async ({ id, at }) => {
    // The database's clock may be ahead of ours.
    if ((await publishScheduledPost(deps, id, new Date(at))) === 'early') await schedule(id, new Date(at));
  });

  async function enqueueScheduled(): Promise<void> {
    try {
      await jobs.start();
      const scheduledPosts = await database.query
        .select({ id: post.id, at: post.scheduledAt })
        .from(post)
        .where(isNotNull(post.scheduledAt));
      for (const { id, at } of scheduledPosts) if (at) await schedule(id, at);
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
