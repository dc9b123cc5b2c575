import { useCallback, useEffect, useState } from 'react';
import type { PostFields } from '#blog/editing-contract.ts';
import { createId } from '../../../browser/create-id.ts';
import { parseJsonOrNull } from '../../../browser/parse-json.ts';
import { localDraftDelayMs, localDraftLifetimeMs } from '../../../contract.ts';
import type { DraftSnapshot, LocalDraft } from './draft-types.ts';
import { hasSameContent } from './post-fields.ts';
import type { SaveQueue } from './save-queue.ts';
import { findSentSave } from './sent-saves.ts';

const prefix = 'unspool.draft:';

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface StoredDraft<Copy = LocalDraft> {
  key: string;
  /** Milliseconds since 1970. */
  at: number;
  copy: Copy;
}

export type LocalDrafts<Copy = LocalDraft> = ReturnType<typeof createLocalDrafts<Copy>>;

/** Drafts of one user, keyed by post and open page, so that two pages never overwrite each other. */
export function createLocalDrafts<Copy = LocalDraft>(
  storage: DraftStorage,
  userId: string,
  page: string = createId(),
) {
  const toKey = (post: string) => `${prefix}${userId}:${post}:${page}`;
  const remove = (key: string) => storage.removeItem(key);
  /** Removes the drafts of all users, on sign-out. */
  const clear = () => listKeys(storage).forEach(remove);
  return {
    /** Returns false if the storage is full. */
    write(post: string, copy: Copy): boolean {
      try {
        storage.setItem(toKey(post), JSON.stringify({ at: Date.now(), copy }));
        return true;
      } catch (error) {
        // The older draft must not look like the latest text.
        if (error instanceof DOMException) {
          remove(toKey(post));
          return false;
        }
        throw error;
      }
    },
    remove: (post: string) => remove(toKey(post)),
    removeDraft: (draft: StoredDraft<Copy>) => remove(draft.key),
    /** Drafts of closed pages, newest first. */
    listRecoverable(post: string, isOpen: (page: string) => boolean): StoredDraft<Copy>[] {
      const start = `${prefix}${userId}:${post}:`;
      return listKeys(storage)
        .filter((key) => key.startsWith(start) && !isOpen(key.slice(start.length)) && key !== toKey(post))
        .flatMap((key) => readDraft<Copy>(storage, key) ?? [])
        .sort((a, b) => b.at - a.at);
    },
    /** Also removes unreadable drafts. */
    removeExpired(): void {
      for (const key of listKeys(storage)) {
        const draft = readDraft(storage, key);
        if (!draft || Date.now() - draft.at > localDraftLifetimeMs) remove(key);
      }
    },
    clear,
    /** Calls back when the user leaves or signs out on this page. Returns a function that stops it. */
    watchPage({ onHide, onSignOut }: { onHide: () => void; onSignOut: () => void }): () => void {
      const controller = new AbortController();
      const { signal } = controller;
      // Lets other pages see that this one is open, so they leave its draft alone. Web Locks need a secure origin;
      // without them, drafts of open pages are offered too.
      void navigator.locks?.request(
        prefix + page,
        () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
      );
      const handleSubmit = ({ target }: Event) => {
        if (!(target instanceof HTMLFormElement) || new URL(target.action).pathname !== '/admin/sign-out')
          return;
        onSignOut();
        clear();
      };
      document.addEventListener('submit', handleSubmit, { signal });
      window.addEventListener('pagehide', onHide, { signal });
      return () => controller.abort();
    },
  };
}

function listKeys(storage: DraftStorage): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(prefix));
}

function readDraft<Copy>(storage: DraftStorage, key: string): StoredDraft<Copy> | null {
  const stored = parseJsonOrNull(storage.getItem(key) ?? '') as Partial<StoredDraft<Copy>> | null;
  return typeof stored?.at === 'number' && stored.copy ? { key, at: stored.at, copy: stored.copy } : null;
}

/** Drafts of a new page. null on the server, and if the browser has no storage, as in some private windows. */
export function openLocalDrafts<Copy = LocalDraft>(userId: string): LocalDrafts<Copy> | null {
  if (typeof window === 'undefined') return null;
  try {
    return localStorage && createLocalDrafts<Copy>(localStorage, userId);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** Drafts of closed pages, newest first. */
export async function findRecoverableDrafts<Copy>(
  localDrafts: LocalDrafts<Copy>,
  post: string,
): Promise<StoredDraft<Copy>[]> {
  localDrafts.removeExpired();
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return localDrafts.listRecoverable(post, (page) => held.some(({ name }) => name === prefix + page));
}

export function syncLocalDraft(queue: SaveQueue, localDrafts: LocalDrafts, getPostKey: () => string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let storedKey: string | null = null;
  let discardedFields: PostFields | null = null;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (queue.store.getState().fields === discardedFields) return;
    const post = getPostKey();
    if (storedKey !== null && storedKey !== post) localDrafts.remove(storedKey);
    if (queue.isUnsaved()) storedKey = localDrafts.write(post, queue.toLocalDraft()) ? post : null;
    else if (storedKey !== null) {
      localDrafts.remove(post);
      storedKey = null;
    }
  }

  const unsubscribe = queue.store.subscribe(({ running }, before) => {
    // Before the request is sent: after a crash, the draft has its id.
    const isSaveStarting = running !== null && running.id !== before.running?.id;
    if (isSaveStarting || !queue.isUnsaved()) flush();
    else timer ??= setTimeout(flush, localDraftDelayMs);
  });
  return {
    flush,
    /** Stores nothing until the next change. */
    discard() {
      clearTimeout(timer);
      timer = undefined;
      if (storedKey !== null) localDrafts.remove(storedKey);
      storedKey = null;
      discardedFields = queue.store.getState().fields;
    },
    stop() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}

/** Finds the newest draft of a closed page that differs from the server. */
export function useRecoverableDrafts(queue: SaveQueue, localDrafts: LocalDrafts | null, post: string) {
  const [recoverable, setRecoverable] = useState<StoredDraft[]>([]);

  useEffect(() => {
    if (!localDrafts) return;
    let isCancelled = false;
    const checkDrafts = async () => {
      const unsaved: StoredDraft[] = [];
      for (const stored of await findRecoverableDrafts(localDrafts, post)) {
        if (isDraftSaved(stored, queue.store.getState())) localDrafts.removeDraft(stored);
        else unsaved.push(stored);
      }
      if (!isCancelled) setRecoverable(unsaved);
    };
    void checkDrafts();
    return () => {
      isCancelled = true;
    };
  }, [queue, localDrafts, post]);

  const remove = useCallback(
    (stored: StoredDraft) => {
      localDrafts?.removeDraft(stored);
      setRecoverable((others) => others.filter((other) => other !== stored));
    },
    [localDrafts],
  );
  return { recoverable: recoverable[0] ?? null, remove };
}

/** The server may have stored the draft although the page closed before the response arrived. */
export function isDraftSaved({ copy }: StoredDraft, { document, fields }: DraftSnapshot): boolean {
  return (
    hasSameContent(copy.fields, fields) ||
    findSentSave(copy.unconfirmed ?? [], copy.version, document)?.isSame === true
  );
}
