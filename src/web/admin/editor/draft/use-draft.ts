import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { EditorPost } from '#blog/editing-contract.ts';
import type { Translator } from '#i18n/translator.ts';
import { useTranslator } from '../../../translator.tsx';
import { type AdminApi, adminApi, adminApiErrorMessage } from '../../admin-api.ts';
import type { DraftApi, DraftOptions, DraftSnapshot, SaveResponse, SessionUser } from './draft-types.ts';
import { lazyDraftMerger, preloadConflictDialog } from './lazy-conflict.ts';
import {
  acquirePageLock,
  openLocalDrafts,
  type StoredDraft,
  syncLocalDraft,
  useRecoverableDrafts,
} from './local-drafts.ts';
import { createSaveQueue, type SaveQueue } from './save-queue.ts';

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

type QueueActions = Pick<
  SaveQueue,
  'getSnapshot' | 'change' | 'save' | 'flush' | 'replace' | 'catchUp' | 'getMergeInput' | 'resolve' | 'resume'
>;

export interface Draft extends DraftSnapshot, QueueActions {
  user: SessionUser;
  /** A draft of a closed page that differs from the server. */
  recoverableDraft: StoredDraft | null;
  restoreDraft(stored: StoredDraft): void;
  discardDraft(stored: StoredDraft): void;
}

/** Bound to its first post: give the component a `key` per post. */
export function useDraft(initialPost: EditorPost | null, options: DraftOptions, user: SessionUser): Draft {
  const t = useTranslator();
  const [page] = useState(() => crypto.randomUUID());
  const [queue] = useState(() =>
    createSaveQueue({
      initialPost,
      options,
      server: createDraftApi(adminApi, t),
      merger: lazyDraftMerger,
    }),
  );
  const newPostKey = `new-${options.locale}-${options.articleId ?? ''}`;
  const localDrafts = useMemo(
    () => (typeof window === 'undefined' ? null : openLocalDrafts(user.id, page)),
    [user.id, page],
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
      localDrafts?.clear();
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
    ...queue,
    document: post,
    fields,
    state,
    epoch,
    user,
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
