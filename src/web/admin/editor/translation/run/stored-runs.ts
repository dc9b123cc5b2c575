import type { RunState } from '#translation/contract.ts';
import { parseJsonOrNull } from '../../../../browser/parse-json.ts';
import { createSafeStorage } from '../../../../browser/storage.ts';

/** If storage is blocked or full, the card of a run is shown in full again next time. */
const storage = createSafeStorage(() => globalThis.localStorage ?? null);
const maxEntries = 50;

/** Includes the change number, so a run that has changed is no longer in the list. */
const toEntry = ({ id, change }: RunState) => `${id}/${change}`;

function createStoredRuns(key: string) {
  function read(): unknown[] {
    const entries = parseJsonOrNull(storage.read(key) ?? '[]');
    return Array.isArray(entries) ? entries : [];
  }
  return {
    has: (run: RunState) => read().includes(toEntry(run)),
    add(run: RunState): void {
      const others = read().filter((entry) => entry !== toEntry(run));
      storage.write(key, JSON.stringify([toEntry(run), ...others].slice(0, maxEntries)));
    },
  };
}

export const dismissedRuns = createStoredRuns('unspool.closed-runs');
export const seenRuns = createStoredRuns('unspool.seen-runs');
