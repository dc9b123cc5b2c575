/** `blocked`: the browser denies storage, as in some private windows. */
export type StorageError = 'full' | 'blocked';

export interface SafeStorage {
  read(key: string): string | null;
  write(key: string, text: string | null): StorageError | null;
  probe(): StorageError | null;
}

/** In some web views, `localStorage` is null despite its type. */
export function createSafeStorage(open: () => Storage | null): SafeStorage {
  function use<T>(work: (storage: Storage) => T): { value: T } | { error: StorageError } {
    try {
      const storage = open();
      return storage ? { value: work(storage) } : { error: 'blocked' };
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      // Firefox: NS_ERROR_DOM_QUOTA_REACHED.
      return { error: /quota/i.test(error.name) ? 'full' : 'blocked' };
    }
  }
  const toError = (outcome: ReturnType<typeof use>) => ('error' in outcome ? outcome.error : null);

  return {
    read(key) {
      const outcome = use((storage) => storage.getItem(key));
      return 'value' in outcome ? outcome.value : null;
    },
    write: (key, text) =>
      toError(use((storage) => (text === null ? storage.removeItem(key) : storage.setItem(key, text)))),
    probe: () => toError(use((storage) => storage.length)),
  };
}
