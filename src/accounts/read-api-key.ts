import type { Database } from '#database/connect.ts';
import {
  type ApiKey,
  hashApiKey,
  isApiKeyFormat,
  readApiKeysByDigest,
  recordApiKeyUse,
  utcDay,
} from './api-keys.ts';
import { apiKeyCacheMs, apiKeyRefreshMs } from './contract.ts';

export type ApiKeyIdentity = Pick<ApiKey, 'id' | 'perMinute'>;

export interface ApiKeyVerifier {
  /** null: unknown, revoked or expired. undefined: the database is unavailable. */
  read(key: string): Promise<ApiKeyIdentity | null | undefined>;
  invalidate(): void;
}

/**
 * Keys are few, so all are loaded at once and cached for `apiKeyCacheMs`. An unknown key reloads them at most
 * once per `apiKeyRefreshMs`, so invented keys can't flood the database.
 */
export function createApiKeyVerifier(options: {
  database: Database;
  now: () => number;
  onError: (error: unknown) => void;
}): ApiKeyVerifier {
  const { database, now, onError } = options;
  let list: { readAt: number; keys: Promise<Map<string, ApiKey> | undefined> } | null = null;

  function keysWithin(ms: number): Promise<Map<string, ApiKey> | undefined> {
    const age = now() - (list?.readAt ?? Number.NEGATIVE_INFINITY);
    if (list && age >= 0 && age < ms) return list.keys;
    const keys = readApiKeysByDigest(database).catch((error: unknown) => {
      onError(error);
      return undefined;
    });
    list = { readAt: now(), keys };
    return keys;
  }

  async function find(key: string): Promise<ApiKey | null | undefined> {
    const digest = hashApiKey(key);
    const found = (await keysWithin(apiKeyCacheMs))?.get(digest);
    if (found) return found;
    const latest = await keysWithin(apiKeyRefreshMs);
    return latest && (latest.get(digest) ?? null);
  }

  async function recordUse(key: ApiKey): Promise<void> {
    const today = utcDay(now());
    if (key.lastUsedOn === today) return;
    key.lastUsedOn = today;
    await recordApiKeyUse(database, key.id, today).catch(onError);
  }

  return {
    async read(key) {
      const found = isApiKeyFormat(key) ? await find(key) : null;
      if (!found) return found;
      if (found.endsOn !== null && found.endsOn < utcDay(now())) return null;
      await recordUse(found);
      return { id: found.id, perMinute: found.perMinute };
    },
    invalidate() {
      list = null;
    },
  };
}
