import { LRUCache } from 'lru-cache';
import type { Database } from '#database/connect.ts';
import { type ApiKey, dayOf, findKey, isKeyShaped, noteUse } from './api-keys.ts';
import { apiKeyMemoryMs } from './contract.ts';

/** Whose calls count together, and how many posts a minute they may read. */
export type KnownKey = Pick<ApiKey, 'id' | 'perMinute'>;
/** null: unknown, withdrawn, or past its end. undefined: nobody could be asked. */
export type ReadApiKey = (key: string) => Promise<KnownKey | null | undefined>;

/** Keys that are remembered, those that are none too. */
const remembered = 1000;

/**
 * Asks the database for a key once in `apiKeyMemoryMs`, whatever comes of it: a program that calls without a pause
 * costs no query each time, and neither does one that calls with a wrong key.
 */
export function createKeyReader(options: {
  database: Database;
  now: () => number;
  onTrouble: (error: unknown) => void;
}): ReadApiKey {
  const { database, now, onTrouble } = options;
  const memory = new LRUCache<string, { until: number; found: Promise<ApiKey | null | undefined> }>({
    max: remembered,
  });

  function find(key: string): Promise<ApiKey | null | undefined> {
    const kept = memory.get(key);
    if (kept && kept.until > now()) return kept.found;
    const found = findKey(database, key).then(noted, (error: unknown) => {
      onTrouble(error);
      memory.delete(key);
      return undefined;
    });
    memory.set(key, { until: now() + apiKeyMemoryMs, found });
    return found;
  }

  async function noted(key: ApiKey | null): Promise<ApiKey | null> {
    const today = dayOf(now());
    if (key && key.lastUsedOn !== today && isAlive(key))
      await noteUse(database, key.id, today).catch(onTrouble);
    return key;
  }

  const isAlive = ({ endsOn }: ApiKey) => endsOn === null || endsOn >= dayOf(now());

  return async (key) => {
    const found = isKeyShaped(key) ? await find(key) : null;
    if (!found) return found;
    return isAlive(found) ? { id: found.id, perMinute: found.perMinute } : null;
  };
}
