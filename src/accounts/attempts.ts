import { createHmac } from 'node:crypto';
import { eq, inArray, lt } from 'drizzle-orm';
import type { Database, Queries } from '#database/connect.ts';
import { accountAttempt } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { deriveKey } from '#platform/sealed-token.ts';
import { type AccountError, accountAttempts, networkAttempts } from './contract.ts';

export interface Attempt {
  /** It did not fail: it no longer counts. */
  forget(): Promise<void>;
}

export interface Attempts {
  /**
   * Counts a try before it is made, so that many at once get no more than one after another; refused beyond the limit
   * of the account or the network.
   */
  begin(of: { account: string; network: string }): Promise<Result<Attempt, AccountError>>;
}

const longestWindowMs = Math.max(accountAttempts.windowMs, networkAttempts.windowMs);

/** Kept in the database, so that all nodes count together, under keyed hashes: no address can be read from them. */
export function createAttempts(options: { database: Database; secret: string; now: () => number }): Attempts {
  const { database, now } = options;
  const key = deriveKey(options.secret, 'attempts');
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);

  return {
    begin({ account, network }) {
      const limits = [
        { key: hash(`account ${account.trim().toLowerCase()}`), ...accountAttempts },
        { key: hash(`network ${network}`), ...networkAttempts },
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
        await dropOld(queries, new Date(time - 2 * longestWindowMs));
        return ok({ forget: () => forget(limits, time) });
      });
    },
  };

  async function forget(limits: { key: string }[], time: number): Promise<void> {
    await database.transaction(async (queries) => {
      const recent = await lockRecent(queries, limits, now());
      for (const [key, times] of recent) {
        const place = times.indexOf(time);
        if (place >= 0) await write(queries, key, times.toSpliced(place, 1), now());
      }
    });
  }
}

/** The rows stay locked until the transaction ends; always in the same order, or two tries wait for each other. */
async function lockRecent(queries: Queries, of: { key: string }[], time: number) {
  const keys = of.map(({ key }) => key).sort();
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
  // A clock that was ahead and is set right must not shut anybody out for as long.
  const isRecent = (at: number) => Math.abs(time - at) < longestWindowMs;
  return new Map(rows.map(({ key, times }) => [key, times.filter(isRecent)]));
}

/** Not those that another try holds: each would wait for the other's. */
async function dropOld(queries: Queries, before: Date): Promise<void> {
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
