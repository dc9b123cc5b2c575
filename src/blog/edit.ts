import type { Jobs } from '#database/jobs.ts';
import { createPost } from './editing/create-post.ts';
import { deletePost } from './editing/delete-post.ts';
import type { EditingDeps } from './editing/deps.ts';
import { listAdminPosts, readEditorPost } from './editing/editor-posts.ts';
import { readPostPreview } from './editing/preview-post.ts';
import { restoreRevision } from './editing/restore-revision.ts';
import { listRevisions, readRevision } from './editing/revisions.ts';
import { savePost } from './editing/save-post.ts';
import { createPublishScheduler, publishScheduledPost } from './editing/scheduled-publishing.ts';
import { createTranslationStore } from './editing/translation-store.ts';
import { discardWorkingCopy, setStatus } from './editing/update-post.ts';
import type { BlogEditor, TranslationStore } from './editing-contract.ts';

interface BlogEditorOptions extends Omit<EditingDeps, 'schedule'> {
  jobs: Jobs;
  onError(error: unknown): void;
}

/** `startWork` starts publishing scheduled drafts; it never throws. */
export function createBlogEditor({ jobs, onError, ...editingDeps }: BlogEditorOptions): BlogEditor & {
  startWork(): Promise<void>;
  stopWork(): void;
  translations: TranslationStore;
} {
  const { database } = editingDeps;
  const queries = database.query;
  const deps: EditingDeps = { ...editingDeps, schedule: (id, at) => scheduler.schedule(id, at) };
  const scheduler = createPublishScheduler({
    jobs,
    database,
    onError,
    publishDue: (id, at) => publishScheduledPost(deps, id, at),
  });
  return {
    translations: createTranslationStore(deps),
    startWork: scheduler.start,
    stopWork: scheduler.stop,
    listPosts: (query) => listAdminPosts(deps, query),
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
    previewPost: (id) => readPostPreview(deps, id),
  };
}
