import { clearLocalDrafts, createLocalDrafts, type LocalDrafts } from './local-copies.ts';

const lockPrefix = 'unspool.draft:';

/** null if the browser has no storage, as in some private windows. */
function storageOrNull(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

export function openLocalDrafts(userId: string, page: string): LocalDrafts | null {
  const storage = storageOrNull();
  return storage && createLocalDrafts({ storage, userId, page, now: Date.now });
}

export function clearBrowserDrafts(): void {
  const storage = storageOrNull();
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
