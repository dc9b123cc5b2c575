import type { Queries } from '#database/database.ts';
import { createPost } from './editing/create-post.ts';
import { listAdminPosts, readEditorPost } from './editing/editor-posts.ts';
import { ensureBaselineRevision, listRevisions, readRevision } from './editing/revisions.ts';
import { restoreRevision, savePost } from './editing/save-post.ts';
import { createPublishScheduler, type SchedulingDeps } from './editing/scheduled-publishing.ts';
import { createTranslationStore } from './editing/translation-store.ts';
import { deletePost, discardWorkingCopy, type EditingDeps, setStatus } from './editing/update-post.ts';
import type { BlogEditor, TranslationStore } from './editing-contract.ts';
import { readPostPreview } from './preview-links.ts';
import { readStoredPost } from './read-posts.ts';

/** `startWork` starts publishing scheduled drafts; it never throws. */
export function createBlogEditor(options: SchedulingDeps): BlogEditor & {
  startWork(): Promise<void>;
  stopWork(): void;
  translations: TranslationStore;
} {
  const queries = options.database.query;
  const scheduler = createPublishScheduler(options);
  const deps: EditingDeps = { ...options, schedule: scheduler.schedule };
  return {
    translations: createTranslationStore(deps),
    startWork: scheduler.start,
    stopWork: scheduler.stop,
    listPosts: (query) => listAdminPosts(queries, query),
    readPost: (id) => readEditorPost(queries, id),
    createPost: (request, actor, key) => createPost(deps, request, actor, key),
    savePost: (id, version, request, actor) => savePost(deps, { id, version, request, actor }),
    setStatus: (id, version, status, actor) => setStatus(deps, { id, version, status, actor }),
    deletePost: (id, version) => deletePost(deps, id, version),
    discardWorkingCopy: (id, version, actor) => discardWorkingCopy(deps, { id, version, actor }),
    listRevisions: (postId) => listRevisions(queries, postId),
    readRevision: (postId, revisionId) => readRevision(queries, postId, revisionId),
    restoreRevision: (id, revisionId, version, actor) =>
      restoreRevision(deps, { id, revisionId, version, actor }),
    previewPost: (id) => readPostPreview(queries, id),
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
