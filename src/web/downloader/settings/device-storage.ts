/** `full`: no room left; `blocked`: the browser lets a page keep nothing, as in some private windows. */
export type StorageFault = 'full' | 'blocked';

/** What a browser keeps for a page, where it may refuse at any time. */
export interface DeviceStorage {
  /** null where there is nothing, or nothing may be read. */
  read(key: string): string | null;
  /** `null` as text: nothing is kept any more. */
  write(key: string, text: string | null): StorageFault | null;
  /** What is known before anything is written. */
  fault(): StorageFault | null;
}

/** `open` gives the browser's storage; web views without any give null, whatever its type says. */
export function guardStorage(open: () => Storage | null): DeviceStorage {
  function use<T>(work: (storage: Storage) => T): { value: T } | { fault: StorageFault } {
    try {
      const storage = open();
      return storage ? { value: work(storage) } : { fault: 'blocked' };
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      // Firefox has a name of its own for it.
      return { fault: /quota/i.test(error.name) ? 'full' : 'blocked' };
    }
  }
  const faultOf = (outcome: ReturnType<typeof use>) => ('fault' in outcome ? outcome.fault : null);

  return {
    read(key) {
      const outcome = use((storage) => storage.getItem(key));
      return 'value' in outcome ? outcome.value : null;
    },
    write: (key, text) =>
      faultOf(use((storage) => (text === null ? storage.removeItem(key) : storage.setItem(key, text)))),
    fault: () => faultOf(use((storage) => storage.length)),
  };
}
