import type { Jobs } from '#database/jobs.ts';
import type { Desk, TranslationDesk } from './contract.ts';
import { createPost } from './create-post.ts';
import type { DeskTools } from './desk-tools.ts';
import { discardWorkingCopy } from './discard-working-copy.ts';
import { listPosts } from './list-posts.ts';
import { previewPost } from './preview-post.ts';
import { publishDue } from './publish-due.ts';
import { readDocument } from './read-document.ts';
import { removePost } from './remove-post.ts';
import { restoreRevision } from './restore-revision.ts';
import { listRevisions, openRevision } from './revisions.ts';
import { savePost } from './save-post.ts';
import { createScheduling } from './schedule-posts.ts';
import { setStatus } from './set-status.ts';
import { createTranslationDesk } from './translation-desk.ts';

interface DeskOptions extends Omit<DeskTools, 'schedule'> {
  jobs: Jobs;
  /** Of work that nobody waits for. */
  onTrouble(error: unknown): void;
}

/** `startWork`: begins to publish drafts whose moment comes. Never fails. */
export function createDesk({ jobs, onTrouble, ...parts }: DeskOptions): Desk & {
  startWork(): Promise<void>;
  stopWork(): void;
  translations: TranslationDesk;
} {
  const { database } = parts;
  const queries = database.query;
  const tools: DeskTools = { ...parts, schedule: (id, at) => scheduling.schedule(id, at) };
  const scheduling = createScheduling({
    ...{ jobs, database, onTrouble },
    publishDue: (id, at) => publishDue(tools, id, at),
  });
  return {
    translations: createTranslationDesk(tools),
    startWork: scheduling.start,
    stopWork: scheduling.stop,
    listPosts: (query) => listPosts(tools, query),
    openPost: (id) => readDocument(tools, queries, id),
    createPost: (save, by, key) => createPost(tools, save, by, key),
    savePost: (id, version, save, by) => savePost(tools, { id, version, save, by }),
    setStatus: (id, version, status, by) => setStatus(tools, { id, version, status, by }),
    removePost: (id, version) => removePost(tools, id, version),
    discardWorkingCopy: (id, version, by) => discardWorkingCopy(tools, { id, version, by }),
    listRevisions: (postId) => listRevisions(queries, postId),
    openRevision: (postId, revisionId) => openRevision(queries, postId, revisionId),
    restoreRevision: (id, revisionId, version, by) => restoreRevision(tools, { id, revisionId, version, by }),
    previewPost: (id) => previewPost(tools, id),
  };
}
