import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { EditorPost, PostFields } from '#blog/editing-contract.ts';
import type { Translator } from '#i18n/translator.ts';
import { useTranslator } from '../../../translator.tsx';
import { type AdminApi, adminApi, adminApiErrorMessage } from '../../admin-api.ts';
import type {
  DraftApi,
  DraftOptions,
  DraftSnapshot,
  MergeInput,
  SaveResponse,
  SaveResult,
  SessionUser,
} from './draft-types.ts';
import { lazyDraftMerger, preloadConflictDialog } from './lazy-conflict.ts';
import { syncLocalDraft, useRecoverableDrafts } from './local-draft-sync.ts';
import { acquirePageLock, clearBrowserDrafts, openLocalDrafts, type StoredDraft } from './local-drafts.ts';
import { createSaveQueue } from './save-queue.ts';

function createDraftApi(client: AdminApi, t: Translator): DraftApi {
  const withErrorMessage = (result: Awaited<ReturnType<AdminApi['savePost']>>): SaveResponse =>
    result.ok
      ? result
      : { ok: false, error: { ...result.error, error: adminApiErrorMessage(t, result.error) } };
  return {
    create: async (save, idempotencyKey) => withErrorMessage(await client.createPost(save, idempotencyKey)),
    save: async (id, version, save) => withErrorMessage(await client.savePost(id, version, save)),
  };
}

const conflictPreloadDelayMs = 2000;

export interface Draft extends DraftSnapshot {
  user: SessionUser | null;
  /** Includes changes since the last render. */
  getSnapshot(): DraftSnapshot;
  change(patch: Partial<PostFields>): void;
  /** After a transient failure, the text is retried as an autosave. */
  save(mode: 'save' | 'publish' | 'schedule', options?: { scheduledAt?: string }): Promise<SaveResult>;
  flush(): Promise<SaveResult>;
  /** Shows this document in the form: a restored revision or the other side of a conflict. */
  replace(document: EditorPost): void;
  /** Takes over a later version of the same text, for example one that a run published. Keeps typed text. */
  catchUp(document: EditorPost): void;
  getMergeInput(theirs: PostFields): MergeInput;
  resolve(current: EditorPost, fields: PostFields): void;
  resume(): void;
  /** A draft of a closed page that differs from the server. */
  recoverableDraft: StoredDraft | null;
  restoreDraft(stored: StoredDraft): void;
  discardDraft(stored: StoredDraft): void;
}

/** Bound to its first post: give the component a `key` per post. */
export function useDraft(initialPost: EditorPost | null, options: DraftOptions): Draft {
  const t = useTranslator();
  const [page] = useState(() => crypto.randomUUID());
  const [queue] = useState(() =>
    createSaveQueue({
      initialPost,
      options,
      server: createDraftApi(adminApi, t),
      merger: lazyDraftMerger,
      now: Date.now,
      createKey: () => crypto.randomUUID(),
    }),
  );
  const newPostKey = `new-${options.locale}-${options.articleId ?? ''}`;
  const user = options.user ?? null;
  const localDrafts = useMemo(
    () => (typeof window === 'undefined' ? null : openLocalDrafts(user?.id ?? '', page)),
    [user?.id, page],
  );
  const { document: post, fields, state, epoch } = useStore(queue.store);
  const { recoverable, remove } = useRecoverableDrafts(queue, localDrafts, initialPost?.id ?? newPostKey);

  useEffect(() => {
    const draftSync =
      localDrafts && syncLocalDraft(queue, localDrafts, () => queue.getSnapshot().document?.id ?? newPostKey);
    const releasePageLock = acquirePageLock(page);
    const handlePageHide = () => draftSync?.flush();
    const handleSubmit = ({ target }: Event) => {
      if (!(target instanceof HTMLFormElement) || new URL(target.action).pathname !== '/admin/sign-out')
        return;
      draftSync?.discard();
      clearBrowserDrafts();
    };
    const handleVisibilityChange = () => {
      if (document.visibilityState !== 'hidden') return;
      draftSync?.flush();
      queue.saveNow();
    };
    queue.start();
    window.addEventListener('online', queue.wake);
    window.addEventListener('pagehide', handlePageHide);
    document.addEventListener('submit', handleSubmit);
    document.addEventListener('visibilitychange', handleVisibilityChange);
    return () => {
      draftSync?.flush();
      draftSync?.stop();
      queue.stop();
      releasePageLock();
      window.removeEventListener('online', queue.wake);
      window.removeEventListener('pagehide', handlePageHide);
      document.removeEventListener('submit', handleSubmit);
      document.removeEventListener('visibilitychange', handleVisibilityChange);
    };
  }, [queue, localDrafts, page, newPostKey]);

  useEffect(() => {
    const timer = setTimeout(preloadConflictDialog, conflictPreloadDelayMs);
    return () => clearTimeout(timer);
  }, []);

  const createdId = initialPost === null ? post?.id : undefined;
  useEffect(() => {
    // Bypasses the router, for which this is still the same page; a reload opens the post.
    if (createdId) window.history.replaceState(window.history.state, '', `/admin/blog/${createdId}`);
  }, [createdId]);

  return {
    document: post,
    fields,
    state,
    epoch,
    user,
    getSnapshot: queue.getSnapshot,
    change: queue.change,
    save: (mode, saveOptions) => queue.save(mode, saveOptions?.scheduledAt),
    flush: queue.flush,
    replace: queue.replace,
    catchUp: queue.catchUp,
    getMergeInput: queue.getMergeInput,
    resolve: queue.resolve,
    resume: queue.resume,
    recoverableDraft: recoverable,
    restoreDraft(stored) {
      queue.restore(stored.copy);
      remove(stored);
    },
    discardDraft: remove,
  };
}

export function hasUnsavedChanges({ state }: Pick<Draft, 'state'>): boolean {
  return state.kind !== 'untouched' && state.kind !== 'saved';
}
