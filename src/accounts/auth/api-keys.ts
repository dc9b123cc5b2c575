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

export interface ApiKeyInput {
  name: string;
  perMinute: string;
  endsOn: string;
}

export const isApiKeyFormat = (text: string) => new RegExp(`^${apiKeyPrefix}[\\w-]{43}$`).test(text);

/** Returns the key; only its digest is stored. */
export async function createApiKey(
  database: Database,
  input: ApiKeyInput,
  now: number,
): Promise<Result<string, AccountError>> {
  const name = nameSchema.safeParse(input.name);
  if (!name.success) return fail({ code: 'key.unnamed' });
  const perMinute = /^\d{1,4}$/.test(input.perMinute) ? Number(input.perMinute) : 0;
  if (perMinute < apiKeyLimits.min || perMinute > apiKeyLimits.max) return fail({ code: 'key.limit' });
  const endsOn = input.endsOn === '' ? null : input.endsOn;
  if (endsOn !== null && !(z.iso.date().safeParse(endsOn).success && endsOn >= utcDay(now)))
    return fail({ code: 'key.ended' });
  if ((await database.query.$count(apiKey)) >= apiKeyLimits.keys) return fail({ code: 'key.too_many' });
  const key = apiKeyPrefix + randomBytes(32).toString('base64url');
  await database.query
    .insert(apiKey)
    .values({ name: name.data, digest: hashApiKey(key), perMinute, endsOn, createdAt: new Date(now) });
  return ok(key);
}

export async function listApiKeys(database: Database): Promise<ApiKey[]> {
  const rows = await database.query.select().from(apiKey).orderBy(asc(apiKey.createdAt), asc(apiKey.id));
  return rows.map(({ digest, ...key }) => key);
}

export async function revokeApiKey(database: Database, id: string): Promise<void> {
  if (isUuid(id)) await database.query.delete(apiKey).where(eq(apiKey.id, id));
}

export async function readApiKeysByDigest(database: Database): Promise<Map<string, ApiKey>> {
  const rows = await database.query.select().from(apiKey);
  return new Map(rows.map(({ digest, ...key }) => [digest, key]));
}

export async function recordApiKeyUse(database: Database, id: string, day: string): Promise<void> {
  const isNew = or(isNull(apiKey.lastUsedOn), ne(apiKey.lastUsedOn, day));
  await database.query
    .update(apiKey)
    .set({ lastUsedOn: day })
    .where(and(eq(apiKey.id, id), isNew));
}

export const utcDay = (now: number) => new Date(now).toISOString().slice(0, 10);

export const hashApiKey = (key: string) => createHash('sha256').update(key).digest('hex');

export type ApiKeyIdentity = Pick<ApiKey, 'id' | 'perMinute'>;

export interface ApiKeyVerifier {
  /** null: unknown, revoked or expired. undefined: the database is unavailable. */
  read(key: string): Promise<ApiKeyIdentity | null | undefined>;
  invalidate(): void;
}

/** Unknown keys reload the list at most once per `apiKeyRefreshMs`, so they can't flood the database. */
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
