import { createHash, randomBytes } from 'node:crypto';
import { and, asc, eq, isNull, ne, or } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { apiKey } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { type AccountError, apiKeyLimits, apiKeyPrefix, nameSchema } from './contract.ts';

/** What its maker sees of a key; the key itself is kept nowhere. */
export interface ApiKey {
  id: string;
  name: string;
  /** Posts a minute. */
  perMinute: number;
  /** The last day (UTC, `2026-12-31`) on which it works; null: until it is withdrawn. */
  endsOn: string | null;
  /** Day (UTC); null: never. */
  lastUsedOn: string | null;
  createdAt: Date;
}

/** As a form brings it. */
export interface TypedKey {
  name: string;
  perMinute: string;
  /** Empty: no end. */
  endsOn: string;
}

/** Whether a text looks like a key at all. */
export const isKeyShaped = (text: string) => new RegExp(`^${apiKeyPrefix}[\\w-]{43}$`).test(text);

/** The key is in the answer and nowhere else. */
export async function makeKey(
  database: Database,
  typed: TypedKey,
  now: number,
): Promise<Result<string, AccountError>> {
  const name = nameSchema.safeParse(typed.name);
  if (!name.success) return fail({ code: 'key.unnamed' });
  const perMinute = /^\d{1,4}$/.test(typed.perMinute) ? Number(typed.perMinute) : 0;
  if (perMinute < apiKeyLimits.min || perMinute > apiKeyLimits.max) return fail({ code: 'key.limit' });
  const endsOn = typed.endsOn === '' ? null : typed.endsOn;
  if (endsOn !== null && !(isDay(endsOn) && endsOn >= dayOf(now))) return fail({ code: 'key.ended' });
  if ((await database.query.$count(apiKey)) >= apiKeyLimits.keys) return fail({ code: 'key.too_many' });
  const key = apiKeyPrefix + randomBytes(32).toString('base64url');
  await database.query
    .insert(apiKey)
    .values({ name: name.data, digest: digestOf(key), perMinute, endsOn, createdAt: new Date(now) });
  return ok(key);
}

export async function listKeys(database: Database): Promise<ApiKey[]> {
  const rows = await database.query.select().from(apiKey).orderBy(asc(apiKey.createdAt), asc(apiKey.id));
  return rows.map(({ digest, ...key }) => key);
}

/** It works no more after `apiKeyMemoryMs`. */
export async function withdrawKey(database: Database, id: string): Promise<void> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return;
  await database.query.delete(apiKey).where(eq(apiKey.id, id));
}

/** All of them by the SHA-256 of the key, those that have ended too. */
export async function keysByDigest(database: Database): Promise<Map<string, ApiKey>> {
  const rows = await database.query.select().from(apiKey);
  return new Map(rows.map(({ digest, ...key }) => [digest, key]));
}

export async function noteUse(database: Database, id: string, day: string): Promise<void> {
  const isNew = or(isNull(apiKey.lastUsedOn), ne(apiKey.lastUsedOn, day));
  await database.query
    .update(apiKey)
    .set({ lastUsedOn: day })
    .where(and(eq(apiKey.id, id), isNew));
}

/** Day (UTC) of a moment in milliseconds since 1970. */
export const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10);

function isDay(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text
  );
}

export const digestOf = (key: string) => createHash('sha256').update(key).digest('hex');
