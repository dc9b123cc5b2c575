import { createHmac } from 'node:crypto';
import { eq, inArray, lt } from 'drizzle-orm';
import type { Database, Queries } from '#database/database.ts';
import { accountAttempt } from '#database/schema.ts';
import { deriveKey } from '#platform/crypto/sealed-token.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { type AccountError, accountAttemptLimit, networkAttemptLimit } from '../contract.ts';

export interface CountedAttempt {
  /** Call it after a success: only failed attempts count. */
  refund(): Promise<void>;
}

export interface AttemptLimiter {
  /** Counts the attempt before it is made, so concurrent attempts can't exceed the limits. */
  consume(attempt: { account: string; network: string }): Promise<Result<CountedAttempt, AccountError>>;
}

const longestWindowMs = Math.max(accountAttemptLimit.windowMs, networkAttemptLimit.windowMs);

/** Stored in the database, so all nodes share the counts; the keys are HMACs and reveal no email. */
export function createAttemptLimiter(options: {
  database: Database;
  secret: string;
  now: () => number;
}): AttemptLimiter {
  const { database, now } = options;
  const key = deriveKey(options.secret, 'attempts');
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);

  return {
    consume({ account, network }) {
      const limits = [
        { key: hash(`account ${account.trim().toLowerCase()}`), ...accountAttemptLimit },
        { key: hash(`network ${network}`), ...networkAttemptLimit },
      ];
      const time = now();
      return database.transaction(async (queries) => {
        const recent = await lockRecent(queries, limits, time);
        const waits = limits.map(({ key, limit, windowMs }) => {
          const counted = (recent.get(key) ?? []).filter((at) => at > time - windowMs);
          return counted.length < limit ? 0 : (counted[counted.length - limit] ?? time) + windowMs - time;
        });
        const waitMs = Math.max(...waits);
        if (waitMs > 0) {
          return fail({ code: 'attempts.too_many', retryAfterSeconds: Math.ceil(waitMs / 1000) });
        }
        for (const { key } of limits) await write(queries, key, [...(recent.get(key) ?? []), time], time);
        await deleteExpired(queries, new Date(time - 2 * longestWindowMs));
        return ok({ refund: () => refund(limits, time) });
      });
    },
  };

  async function refund(limits: { key: string }[], time: number): Promise<void> {
    await database.transaction(async (queries) => {
      const recent = await lockRecent(queries, limits, now());
      for (const [key, times] of recent) {
        const index = times.indexOf(time);
        if (index >= 0) await write(queries, key, times.toSpliced(index, 1), now());
      }
    });
  }
}

/** Locks the rows until the transaction ends; in sorted order, so attempts can't deadlock. */
async function lockRecent(queries: Queries, limits: { key: string }[], time: number) {
  const keys = limits.map(({ key }) => key).sort();
  await queries
    .insert(accountAttempt)
    .values(keys.map((key) => ({ key, updatedAt: new Date(time) })))
    .onConflictDoNothing();
  const rows = await queries
    .select()
    .from(accountAttempt)
    .where(inArray(accountAttempt.key, keys))
    .orderBy(accountAttempt.key)
    .for('update');
  // Ignore times from a clock that ran ahead; they would block sign-ins after it is corrected.
  const isRecent = (at: number) => Math.abs(time - at) < longestWindowMs;
  return new Map(rows.map(({ key, times }) => [key, times.filter(isRecent)]));
}

/** Skips rows that another attempt has locked, to avoid a deadlock. */
async function deleteExpired(queries: Queries, before: Date): Promise<void> {
  const old = queries
    .select({ key: accountAttempt.key })
    .from(accountAttempt)
    .where(lt(accountAttempt.updatedAt, before))
    .for('update', { skipLocked: true });
  await queries.delete(accountAttempt).where(inArray(accountAttempt.key, old));
}

async function write(queries: Queries, key: string, times: number[], time: number): Promise<void> {
  await queries
    .update(accountAttempt)
    .set({ times, updatedAt: new Date(time) })
    .where(eq(accountAttempt.key, key));
}
