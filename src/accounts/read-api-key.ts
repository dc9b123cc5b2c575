import { LRUCache } from 'lru-cache';
import type { Database } from '#database/connect.ts';
import { type ApiKey, dayOf, findKey, isKeyShaped, noteUse } from './api-keys.ts';
import { apiKeyMemoryMs } from './contract.ts';

/** Whose calls count together, and how many posts a minute they may read. */
export type KnownKey = Pick<ApiKey, 'id' | 'perMinute'>;
/** null: unknown, withdrawn, or past its end. undefined: nobody could be asked. */
export type ReadApiKey = (key: string, countMiss?: CountMiss) => Promise<KnownKey | null | undefined>;
/** Counts a key that is none to whoever sent it, or takes that back; false where those were too many. */
export type CountMiss = (points: 1 | -1) => Promise<boolean>;

/** Keys that are remembered, those that are none too. */
const remembered = 1000;

/**
 * Asks the database for a key once in `apiKeyMemoryMs`, whatever comes of it: a program that calls without a pause
 * costs no query each time, and neither does one that calls with a wrong key. Who sends too many that are none is not
 * asked for further ones, so that they neither load the database nor push the known ones out of memory.
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

  const fresh = (key: string) => {
    const kept = memory.get(key);
    return kept && kept.until > now() ? kept.found : null;
  };

  async function find(key: string, countMiss: CountMiss): Promise<ApiKey | null | undefined> {
    const kept = fresh(key);
    if (kept) return kept;
    // One that was known a while ago is no guess.
    if (await memory.get(key)?.found) return fresh(key) ?? ask(key);
    if (!(await countMiss(1))) return null;
    const found = await (fresh(key) ?? ask(key));
    if (found !== null) await countMiss(-1);
    return found;
  }

  function ask(key: string): Promise<ApiKey | null | undefined> {
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

  return async (key, countMiss = async () => true) => {
    const found = isKeyShaped(key) ? await find(key, countMiss) : null;
    if (!found) return found;
    return isAlive(found) ? { id: found.id, perMinute: found.perMinute } : null;
  };
}
