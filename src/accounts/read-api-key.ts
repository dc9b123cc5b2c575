import type { Database } from '#database/connect.ts';
import { type ApiKey, dayOf, digestOf, isKeyShaped, keysByDigest, noteUse } from './api-keys.ts';
import { apiKeyMemoryMs, apiKeyMissMs } from './contract.ts';

/** Whose calls count together, and how many posts a minute they may read. */
export type KnownKey = Pick<ApiKey, 'id' | 'perMinute'>;

export interface KeyReader {
  /** null: unknown, withdrawn, or past its end. undefined: nobody could be asked. */
  read(key: string): Promise<KnownKey | null | undefined>;
  /** Keys have changed: the next call sees it. */
  forget(): void;
}

/**
 * Keys are few, so all are read together and kept for `apiKeyMemoryMs`; one that is not among them has them read again,
 * once in `apiKeyMissMs`. So neither who calls without a pause nor who makes up keys without end costs more than a
 * query a second, and nobody is refused for what others on the same network send.
 */
export function createKeyReader(options: {
  database: Database;
  now: () => number;
  onTrouble: (error: unknown) => void;
}): KeyReader {
  const { database, now, onTrouble } = options;
  let list: { readAt: number; keys: Promise<Map<string, ApiKey> | undefined> } | null = null;

  function keysWithin(ms: number): Promise<Map<string, ApiKey> | undefined> {
    const age = now() - (list?.readAt ?? Number.NEGATIVE_INFINITY);
    if (list && age >= 0 && age < ms) return list.keys;
    const keys = keysByDigest(database).catch((error: unknown) => {
      onTrouble(error);
      return undefined;
    });
    list = { readAt: now(), keys };
    return keys;
  }

  async function find(key: string): Promise<ApiKey | null | undefined> {
    const digest = digestOf(key);
    const found = (await keysWithin(apiKeyMemoryMs))?.get(digest);
    if (found) return found;
    const latest = await keysWithin(apiKeyMissMs);
    return latest && (latest.get(digest) ?? null);
  }

  /** Once a day, and once for each time the keys are read where it can't be written. */
  async function note(key: ApiKey): Promise<void> {
    const today = dayOf(now());
    if (key.lastUsedOn === today) return;
    key.lastUsedOn = today;
    await noteUse(database, key.id, today).catch(onTrouble);
  }

  return {
    async read(key) {
      const found = isKeyShaped(key) ? await find(key) : null;
      if (!found) return found;
      if (found.endsOn !== null && found.endsOn < dayOf(now())) return null;
      await note(found);
      return { id: found.id, perMinute: found.perMinute };
    },
    forget() {
      list = null;
    },
  };
}
