import { localCopyLifetimeMs } from '../../../contract.ts';
import type { LocalCopy } from './draft-contract.ts';

const prefix = 'unspool.draft';

/** What this needs of the browser's storage. */
export type CopyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface KeptCopy {
  key: string;
  /** Milliseconds since 1970. */
  at: number;
  copy: LocalCopy;
}

export type LocalCopies = ReturnType<typeof createLocalCopies>;

/** Copies of what one person typed, one for each post and page that is open: two pages never write to the same one. */
export function createLocalCopies({
  storage,
  writer,
  page,
  now,
}: {
  storage: CopyStorage;
  writer: string;
  /** Of this page alone, as long as it is open. */
  page: string;
  now(): number;
}) {
  const keyOf = (post: string) => [prefix, writer, post, page].join(':');
  const remove = (key: string) => storage.removeItem(key);
  return {
    /** Whether it is kept: the browser may have no room. */
    write(post: string, copy: LocalCopy): boolean {
      try {
        storage.setItem(keyOf(post), JSON.stringify({ at: now(), copy }));
        return true;
      } catch (error) {
        // An older text would be a wrong promise.
        if (error instanceof DOMException) {
          remove(keyOf(post));
          return false;
        }
        throw error;
      }
    },
    remove: (post: string) => remove(keyOf(post)),
    removeKept: (kept: KeptCopy) => remove(kept.key),
    /** Of pages that are gone, newest first. `isOpen`: whether a page still is. */
    left(post: string, isOpen: (page: string) => boolean): KeptCopy[] {
      const start = [prefix, writer, post, ''].join(':');
      return keysIn(storage)
        .filter((key) => key.startsWith(start) && !isOpen(key.slice(start.length)) && key !== keyOf(post))
        .flatMap((key) => readCopy(storage, key) ?? [])
        .sort((one, other) => other.at - one.at);
    },
    /** Copies nobody came back for. */
    forgetOld(): void {
      for (const key of keysIn(storage)) {
        const kept = readCopy(storage, key);
        if (!kept || now() - kept.at > localCopyLifetimeMs) remove(key);
      }
    },
  };
}

/** Of all people: when one signs out. */
export function forgetLocalCopies(storage: CopyStorage): void {
  for (const key of keysIn(storage)) storage.removeItem(key);
}

function keysIn(storage: CopyStorage): string[] {
  const keys = Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '');
  return keys.filter((key) => key.startsWith(`${prefix}:`));
}

function readCopy(storage: CopyStorage, key: string): KeptCopy | null {
  try {
    const { at, copy } = JSON.parse(storage.getItem(key) ?? '') as Partial<KeptCopy>;
    return typeof at === 'number' && copy ? { key, at, copy } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
