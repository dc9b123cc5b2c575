import { createHash, randomBytes } from 'node:crypto';
import { and, asc, eq, isNull, ne, or } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#database/database.ts';
import { apiKey } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { isUuid } from '#platform/uuid.ts';
import {
  type AccountError,
  type ApiKey,
  apiKeyCacheMs,
  apiKeyLimits,
  apiKeyPrefix,
  apiKeyRefreshMs,
  nameSchema,
} from '../contract.ts';

const keyPattern = new RegExp(`^${apiKeyPrefix}[\\w-]{43}$`);
const toUtcDay = (time: number) => new Date(time).toISOString().slice(0, 10);
const hashKey = (key: string) => createHash('sha256').update(key).digest('hex');

/** Unknown keys reload the list at most once per `apiKeyRefreshMs`, so they can't flood the database. */
export function createApiKeys(options: {
  database: Database;
  now: () => number;
  onError: (error: unknown) => void;
}) {
  const { database, now, onError } = options;
  let list: { readAt: number; keys: Promise<Map<string, ApiKey> | undefined> } | null = null;

  async function readKeysByDigest(): Promise<Map<string, ApiKey>> {
    const rows = await database.query.select().from(apiKey);
    return new Map(rows.map(({ digest, ...key }) => [digest, key]));
  }

  function keysWithin(ms: number): Promise<Map<string, ApiKey> | undefined> {
    const age = now() - (list?.readAt ?? Number.NEGATIVE_INFINITY);
    if (list && age >= 0 && age < ms) return list.keys;
    const keys = readKeysByDigest().catch((error: unknown) => {
      onError(error);
      return undefined;
    });
    list = { readAt: now(), keys };
    return keys;
  }

  async function find(key: string): Promise<ApiKey | null | undefined> {
    const digest = hashKey(key);
    const found = (await keysWithin(apiKeyCacheMs))?.get(digest);
    if (found) return found;
    const latest = await keysWithin(apiKeyRefreshMs);
    return latest && (latest.get(digest) ?? null);
  }

  async function recordUse(key: ApiKey): Promise<void> {
    const today = toUtcDay(now());
    if (key.lastUsedOn === today) return;
    key.lastUsedOn = today;
    const isNew = or(isNull(apiKey.lastUsedOn), ne(apiKey.lastUsedOn, today));
    const ownKey = and(eq(apiKey.id, key.id), isNew);
    await database.query.update(apiKey).set({ lastUsedOn: today }).where(ownKey).catch(onError);
  }

  return {
    /** null: unknown, revoked or expired. undefined: the database is unavailable. */
    async verifyApiKey(key: string): Promise<Pick<ApiKey, 'id' | 'perMinute'> | null | undefined> {
      const found = keyPattern.test(key) ? await find(key) : null;
      if (!found) return found;
      if (found.endsOn !== null && found.endsOn < toUtcDay(now())) return null;
      await recordUse(found);
      return { id: found.id, perMinute: found.perMinute };
    },
    async listApiKeys(): Promise<ApiKey[]> {
      const rows = await database.query.select().from(apiKey).orderBy(asc(apiKey.createdAt), asc(apiKey.id));
      return rows.map(({ digest, ...key }) => key);
    },
    /** Returns the key; only its digest is stored. */
    async createApiKey(input: {
      name: string;
      perMinute: string;
      endsOn: string;
    }): Promise<Result<string, AccountError>> {
      const name = nameSchema.safeParse(input.name);
      if (!name.success) return fail({ code: 'key.unnamed' });
      const perMinute = /^\d{1,4}$/.test(input.perMinute) ? Number(input.perMinute) : 0;
      if (perMinute < apiKeyLimits.min || perMinute > apiKeyLimits.max) return fail({ code: 'key.limit' });
      const endsOn = input.endsOn === '' ? null : input.endsOn;
      if (endsOn !== null && !(z.iso.date().safeParse(endsOn).success && endsOn >= toUtcDay(now())))
        return fail({ code: 'key.ended' });
      if ((await database.query.$count(apiKey)) >= apiKeyLimits.keys) return fail({ code: 'key.too_many' });
      const key = apiKeyPrefix + randomBytes(32).toString('base64url');
      const row = { name: name.data, digest: hashKey(key), perMinute, endsOn, createdAt: new Date(now()) };
      await database.query.insert(apiKey).values(row);
      list = null;
      return ok(key);
    },
    async revokeApiKey(id: string): Promise<void> {
      if (isUuid(id)) await database.query.delete(apiKey).where(eq(apiKey.id, id));
      list = null;
    },
  };
}
