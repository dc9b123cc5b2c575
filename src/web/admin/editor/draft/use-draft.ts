import { type RefObject, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { EditorPost } from '#blog/editing-contract.ts';
import type { Translator } from '#i18n/translator.ts';
import { useTranslator } from '../../../translator.tsx';
import { type AdminApiResult, adminApi, adminApiErrorMessage } from '../../admin-api.ts';
import type { EditorData } from '../load-editor.ts';
import type { RichTextEditorHandle } from '../rich-text/rich-text-editor.tsx';
import type { DraftApi, DraftSnapshot, SaveResult, SessionUser } from './draft-types.ts';
import { lazyDraftMerger } from './lazy-conflict.ts';
import { openLocalDrafts, type StoredDraft, syncLocalDraft, useRecoverableDrafts } from './local-drafts.ts';
import { createSaveQueue, type SaveQueue } from './save-queue.ts';

function createDraftApi(t: Translator): DraftApi {
  const withErrorMessage = async (call: AdminApiResult<EditorPost>): Promise<SaveResult> => {
    const result = await call;
    if (result.ok) return result;
    return { ok: false, error: { ...result.error, error: adminApiErrorMessage(t, result.error) } };
  };
  return {
    create: (...call) => withErrorMessage(adminApi.createPost(...call)),
    save: (...call) => withErrorMessage(adminApi.savePost(...call)),
  };
}

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
export function useDraft(
  { document: initialPost, start: options, user }: Pick<EditorData, 'document' | 'start' | 'user'>,
  text: RefObject<RichTextEditorHandle | null>,
): Draft {
  const t = useTranslator();
  const [queue] = useState(() =>
    createSaveQueue({
      initialPost,
      options,
      server: createDraftApi(t),
      merger: lazyDraftMerger,
      reportTypedText: () => text.current?.flush(),
    }),
  );
  const newPostKey = `new-${options.locale}-${options.articleId ?? (options.kind === 'page' ? 'page' : '')}`;
  const [localDrafts] = useState(() => openLocalDrafts(user.id));
  const { document: post, fields, state, epoch } = useStore(queue.store);
  const { recoverable, remove } = useRecoverableDrafts(queue, localDrafts, initialPost?.id ?? newPostKey);

  useEffect(() => {
    const getPostKey = () => queue.store.getState().document?.id ?? newPostKey;
    const draftSync = localDrafts && syncLocalDraft(queue, localDrafts, getPostKey);
    const stopWatching =
      draftSync && localDrafts.watchPage({ onHide: draftSync.flush, onSignOut: draftSync.discard });
    const handleVisibilityChange = () => {
      if (document.visibilityState !== 'hidden') return;
      draftSync?.flush();
      queue.saveNow();
    };
    queue.start();
    window.addEventListener('online', queue.wake);
    document.addEventListener('visibilitychange', handleVisibilityChange);
    return () => {
      draftSync?.flush();
      draftSync?.stop();
      stopWatching?.();
      queue.stop();
      window.removeEventListener('online', queue.wake);
      document.removeEventListener('visibilitychange', handleVisibilityChange);
    };
  }, [queue, localDrafts, newPostKey]);

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
