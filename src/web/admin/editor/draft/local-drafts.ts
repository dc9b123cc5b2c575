import { localDraftLifetimeMs } from '../../../contract.ts';
import type { LocalDraft } from './draft-types.ts';

const prefix = 'unspool.draft';

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface StoredDraft {
  key: string;
  /** Milliseconds since 1970. */
  at: number;
  copy: LocalDraft;
}

export type LocalDrafts = ReturnType<typeof createLocalDrafts>;

/** Drafts of one user, keyed by post and open page, so that two pages never overwrite each other. */
export function createLocalDrafts({
  storage,
  userId,
  page,
  now,
}: {
  storage: DraftStorage;
  userId: string;
  page: string;
  now(): number;
}) {
  const toKey = (post: string) => [prefix, userId, post, page].join(':');
  const remove = (key: string) => storage.removeItem(key);
  return {
    /** Returns false if the storage is full. */
    write(post: string, copy: LocalDraft): boolean {
      try {
        storage.setItem(toKey(post), JSON.stringify({ at: now(), copy }));
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
    removeDraft: (draft: StoredDraft) => remove(draft.key),
    /** Drafts of closed pages, newest first. */
    listRecoverable(post: string, isOpen: (page: string) => boolean): StoredDraft[] {
      const start = [prefix, userId, post, ''].join(':');
      return listKeys(storage)
        .filter((key) => key.startsWith(start) && !isOpen(key.slice(start.length)) && key !== toKey(post))
        .flatMap((key) => readDraft(storage, key) ?? [])
        .sort((a, b) => b.at - a.at);
    },
    /** Also removes unreadable drafts. */
    removeExpired(): void {
      for (const key of listKeys(storage)) {
        const draft = readDraft(storage, key);
        if (!draft || now() - draft.at > localDraftLifetimeMs) remove(key);
      }
    },
  };
}

/** Removes the drafts of all users, on sign-out. */
export function clearLocalDrafts(storage: DraftStorage): void {
  for (const key of listKeys(storage)) storage.removeItem(key);
}

function listKeys(storage: DraftStorage): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(`${prefix}:`));
}

function readDraft(storage: DraftStorage, key: string): StoredDraft | null {
  try {
    const { at, copy } = JSON.parse(storage.getItem(key) ?? '') as Partial<StoredDraft>;
    return typeof at === 'number' && copy ? { key, at, copy } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const lockPrefix = 'unspool.draft:';

/** null if the browser has no storage, as in some private windows. */
function getStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

export function openLocalDrafts(userId: string, page: string): LocalDrafts | null {
  const storage = getStorage();
  return storage && createLocalDrafts({ storage, userId, page, now: Date.now });
}

export function clearBrowserDrafts(): void {
  const storage = getStorage();
  if (storage) clearLocalDrafts(storage);
}

/** Lets other pages see that this one is open, so they leave its draft alone. Returns a release function. */
export function acquirePageLock(page: string): () => void {
  const controller = new AbortController();
  // Web Locks need a secure origin; without them, drafts of open pages are offered too.
  void navigator.locks?.request(
    lockPrefix + page,
    () => new Promise<void>((resolve) => controller.signal.addEventListener('abort', () => resolve())),
  );
  return () => controller.abort();
}

export async function listOpenPages(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(
    held.flatMap(({ name = '' }) => (name.startsWith(lockPrefix) ? name.slice(lockPrefix.length) : [])),
  );
}
