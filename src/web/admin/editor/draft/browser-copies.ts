import { createLocalCopies, forgetLocalCopies, type LocalCopies } from './local-copies.ts';

const lockPrefix = 'unspool.draft:';

/** null where the browser keeps nothing, as in some private windows. */
function storageOrNull(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

export function openLocalCopies(writer: string, page: string): LocalCopies | null {
  const storage = storageOrNull();
  return storage && createLocalCopies({ storage, writer, page, now: Date.now });
}

export function forgetCopiesHere(): void {
  const storage = storageOrNull();
  if (storage) forgetLocalCopies(storage);
}

/** Other pages can see that this one is open, and leave its copy alone. Gives the means to end that. */
export function showOpen(page: string): () => void {
  const ended = new AbortController();
  // Only on secure origins; without them an open page's copy is offered too.
  void navigator.locks?.request(
    lockPrefix + page,
    () => new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve())),
  );
  return () => ended.abort();
}

export async function openPages(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(
    held.flatMap(({ name = '' }) => (name.startsWith(lockPrefix) ? name.slice(lockPrefix.length) : [])),
  );
}
