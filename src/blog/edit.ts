import { and, desc, eq, isNotNull, ne } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import type { Jobs } from '#database/jobs.ts';
import { post, revision } from '#database/schema.ts';
import { locales } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { readEditorPost } from './editing/editor-posts.ts';
import { listAdminPosts, listPostAuthors } from './editing/list-admin-posts.ts';
import { createPage, deletePage, isPage, listPages } from './editing/pages.ts';
import { createPost, restoreRevision, savePost } from './editing/save-post.ts';
import { createTranslationStore } from './editing/translation-store.ts';
import {
  changeTag,
  deletePost,
  discardWorkingCopy,
  type EditingDeps,
  ensureBaselineRevision,
  listRevisions,
  readRevision,
  recordChange,
  setStatus,
} from './editing/update-post.ts';
import type { BlogEditor } from './editing-contract.ts';
import { readPostPreview } from './preview-links.ts';
import { readPostForUpdate, readStoredPost } from './read-posts.ts';
import { createCountCache } from './reading/count-cache.ts';
import type { TranslationStore } from './translation-store-contract.ts';

/** `startWork` starts publishing scheduled drafts; it never throws. Call `invalidateLists` for every blog change. */
export function createBlogEditor(options: SchedulingDeps): BlogEditor & {
  startWork(): Promise<void>;
  stopWork(): void;
  invalidateLists(): void;
  translations: TranslationStore;
} {
  const queries = options.database.query;
  const counts = createCountCache(options.now);
  const scheduler = createPublishScheduler(options);
  const deps: EditingDeps = { ...options, schedule: scheduler.schedule };
  return {
    translations: createTranslationStore(deps),
    startWork: scheduler.start,
    stopWork: scheduler.stop,
    listPosts: (query) => listAdminPosts(queries, counts, query),
    listAuthors: () => listPostAuthors(queries),
    invalidateLists: () => counts.invalidate({ locales: [...locales] }),
    readPost: (id) => readEditorPost(queries, id),
    createPost: (request, actor, key) => createPost(deps, request, actor, key),
    savePost: (id, version, request, actor) => savePost(deps, { id, version, request, actor }),
    setStatus: (id, version, status, actor) => setStatus(deps, { id, version, status, actor }),
    changeTag: (id, version, change, actor) => changeTag(deps, { id, version, change, actor }),
    deletePost: (id, version) => deletePost(deps, id, version),
    discardWorkingCopy: (id, version, actor) => discardWorkingCopy(deps, { id, version, actor }),
    listRevisions: (postId) => listRevisions(queries, postId),
    readRevision: (postId, revisionId) => readRevision(queries, postId, revisionId),
    restoreRevision: (id, revisionId, version, actor) =>
      restoreRevision(deps, { id, revisionId, version, actor }),
    previewPost: (id) => readPostPreview(queries, id),
    isPage: (id) => isPage(queries, id),
    listPages: () => listPages(queries),
    createPage: (slug, drafts, actor) => createPage(deps, slug, drafts, actor),
    deletePage: (articleId) => deletePage(deps, articleId),
  };
}

/** Call it before something other than the editor changes the post. */
export async function recordCurrentRevision(
  queries: Queries,
  postId: string,
  now: () => number,
): Promise<void> {
  const stored = await readStoredPost(queries, postId);
  if (!stored) return;
  const { fields: editedFields } = stored;
  await ensureBaselineRevision(queries, { ...stored, editedFields, updatedAt: new Date(now()) });
}

/** `early`: called before `at`. `moved`: the post is not scheduled for `at`, or no longer. */
type PublishResult = Result<null, 'early' | 'moved'>;

/** Dates the post `at`. Idempotent. */
function publishScheduledPost(
  deps: Pick<EditingDeps, 'writer' | 'now'>,
  id: string,
  at: Date,
): Promise<PublishResult> {
  return deps.writer.transaction(async (tx): Promise<PublishResult> => {
    const { queries, write } = tx;
    const current = await readPostForUpdate(queries, id);
    if (!current || current.scheduledAt?.getTime() !== at.getTime()) return fail('moved');
    if (at.getTime() > deps.now()) return fail('early');
    await ensureBaselineRevision(queries, current);
    const [last] = await queries
      .select({ id: revision.authorId, name: revision.authorName })
      .from(revision)
      .where(and(eq(revision.postId, id), ne(revision.authorName, '')))
      .orderBy(desc(revision.version))
      .limit(1);
    const { locale } = current;
    const written = await write({ locale, status: 'published', published_at: at.toISOString() }, current);
    if (!written.ok) throw new Error('cannot publish the scheduled draft', { cause: written.error });
    await recordChange(deps, tx, { id, actor: last ?? { id: null, name: '' }, kind: 'published' });
    return ok(null);
  });
}

const queue = 'publish-post';
/** Scheduled drafts are enqueued again this often, in case a job was lost. */
const rescanIntervalMs = 10 * 60_000;

interface DueJob {
  id: string;
  at: string;
}

interface SchedulingDeps extends Omit<EditingDeps, 'schedule'> {
  jobs: Jobs;
  onError(error: unknown): void;
}

/** A job only triggers the check; the row decides whether the draft is due. */
function createPublishScheduler(deps: SchedulingDeps) {
  const { jobs, database, onError } = deps;
  let timer: NodeJS.Timeout | null = null;

  /** Never throws: the row has the date, and scheduled rows are enqueued again. */
  async function schedule(id: string, at: Date): Promise<void> {
    const job: DueJob = { id, at: at.toISOString() };
    await jobs.send(queue, job, { startAfter: at, singletonKey: `${id}/${at.getTime()}` }).catch(onError);
  }

  jobs.work<DueJob>(queue, async ({ id, at }) => {
    // The database's clock may be ahead of ours.
    const published = await publishScheduledPost(deps, id, new Date(at));
    if (!published.ok && published.error === 'early') await schedule(id, new Date(at));
  });

  /** Also drafts without a job, as in a restored database. */
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
