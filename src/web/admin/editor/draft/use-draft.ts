import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
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

/** Adds a translated message to every error. */
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

const comparisonDelayMs = 2000;

export interface Draft extends DraftSnapshot {
  user: SessionUser | null;
  change(patch: Partial<PostFields>): void;
  /**
   * Resolves with the server's response. After a transient failure the text is retried, but as an autosave.
   */
  save(mode: 'save' | 'publish' | 'schedule', options?: { scheduledAt?: string }): Promise<SaveResult>;
  /** Autosaves pending changes at once. */
  flush(): Promise<SaveResult>;
  /** Shows this document in the form: a restored revision or the other side of a conflict. */
  replace(document: EditorPost): void;
  /** Takes over a later version of the same text, for example one that a run published. Typed text stays. */
  catchUp(document: EditorPost): void;
  sides(theirs: PostFields): MergeInput;
  /** Saves the merged fields on top of `current`. */
  resolve(current: EditorPost, fields: PostFields): void;
  /** Continues saving after a new sign-in. */
  resume(): void;
  /** A draft of a closed page that differs from the server. */
  recoverableDraft: StoredDraft | null;
  restoreDraft(stored: StoredDraft): void;
  discardDraft(stored: StoredDraft): void;
}

/**
 * Form state that saves itself. It is tied to the post it opened with: give the component a `key` per post.
 */
export function useDraft(opened: EditorPost | null, start: DraftOptions): Draft {
  const t = useTranslator();
  const [page] = useState(() => crypto.randomUUID());
  const [queue] = useState(() =>
    createSaveQueue({
      opened,
      start,
      server: createDraftApi(adminApi, t),
      reconciler: lazyDraftMerger,
      now: Date.now,
      newKey: () => crypto.randomUUID(),
    }),
  );
  const newPost = `new-${start.locale}-${start.articleId ?? ''}`;
  const user = start.user ?? null;
  const copies = useMemo(
    () => (typeof window === 'undefined' ? null : openLocalDrafts(user?.id ?? '', page)),
    [user?.id, page],
  );
  const snapshot = useSyncExternalStore(queue.subscribe, queue.snapshot, queue.snapshot);
  const { recoverable, settle } = useRecoverableDrafts(queue, copies, opened?.id ?? newPost);

  useEffect(() => {
    const draftSync = copies && syncLocalDraft(queue, copies, () => queue.snapshot().document?.id ?? newPost);
    const releasePageLock = acquirePageLock(page);
    const leave = () => draftSync?.flush();
    const signOut = ({ target }: Event) => {
      if (!(target instanceof HTMLFormElement) || new URL(target.action).pathname !== '/admin/sign-out')
        return;
      draftSync?.discard();
      clearBrowserDrafts();
    };
    const hide = () => {
      if (document.visibilityState !== 'hidden') return;
      draftSync?.flush();
      queue.saveNow();
    };
    queue.start();
    window.addEventListener('online', queue.wake);
    window.addEventListener('pagehide', leave);
    document.addEventListener('submit', signOut);
    document.addEventListener('visibilitychange', hide);
    return () => {
      draftSync?.flush();
      draftSync?.stop();
      queue.stop();
      releasePageLock();
      window.removeEventListener('online', queue.wake);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('submit', signOut);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [queue, copies, page, newPost]);

  useEffect(() => {
    const timer = setTimeout(preloadConflictDialog, comparisonDelayMs);
    return () => clearTimeout(timer);
  }, []);

  const createdId = opened === null ? snapshot.document?.id : undefined;
  useEffect(() => {
    // Bypasses the router, for which this is still the same page; a reload opens the post.
    if (createdId) window.history.replaceState(window.history.state, '', `/admin/blog/${createdId}`);
  }, [createdId]);

  return {
    ...snapshot,
    user,
    change: queue.change,
    save: (mode, options) => queue.save(mode, options?.scheduledAt),
    flush: queue.flush,
    replace: queue.replace,
    catchUp: queue.catchUp,
    sides: queue.sides,
    resolve: queue.resolve,
    resume: queue.resume,
    recoverableDraft: recoverable,
    restoreDraft(stored) {
      queue.restore(stored.copy);
      settle(stored);
    },
    discardDraft: settle,
  };
}

export function hasUnsavedChanges({ state }: Pick<Draft, 'state'>): boolean {
  return state.kind !== 'untouched' && state.kind !== 'saved';
}
