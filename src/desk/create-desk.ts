import type { Jobs } from '#database/jobs.ts';
import type { BlogEditor, TranslationStore } from './contract.ts';
import { createPost } from './create-post.ts';
import type { EditingDeps } from './desk-tools.ts';
import { discardWorkingCopy } from './discard-working-copy.ts';
import { listAdminPosts } from './list-posts.ts';
import { readPostPreview } from './preview-post.ts';
import { publishScheduledPost } from './publish-due.ts';
import { readEditorPost } from './read-document.ts';
import { deletePost } from './remove-post.ts';
import { restoreRevision } from './restore-revision.ts';
import { listRevisions, readRevision } from './revisions.ts';
import { savePost } from './save-post.ts';
import { createPublishScheduler } from './schedule-posts.ts';
import { setStatus } from './set-status.ts';
import { createTranslationStore } from './translation-desk.ts';

interface BlogEditorOptions extends Omit<EditingDeps, 'schedule'> {
  jobs: Jobs;
  /** Receives errors of background work. */
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
    ...{ jobs, database, onError },
    publishDue: (id, at) => publishScheduledPost(deps, id, at),
  });
  return {
    translations: createTranslationStore(deps),
    startWork: scheduler.start,
    stopWork: scheduler.stop,
    listPosts: (query) => listAdminPosts(deps, query),
    readPost: (id) => readEditorPost(queries, id),
    createPost: (save, actor, key) => createPost(deps, save, actor, key),
    savePost: (id, version, save, actor) => savePost(deps, { id, version, save, actor }),
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
