import { createHmac } from 'node:crypto';
import { eq, inArray, lt } from 'drizzle-orm';
import type { Database, Queries } from '#database/database.ts';
import { accountAttempt } from '#database/schema.ts';
import { deriveKey } from '#platform/crypto/sealed-token.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import {
  type AccountError,
  accountAttemptLimit,
  attemptPause,
  codeAttemptLimit,
  networkAttemptLimit,
} from '../contract.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { RequestClient } from './sessions.ts';

export interface CountedAttempt {
  /** Whether the account has had as many failed attempts as one network may make. Not for known browsers. */
  isContested: boolean;
  /** Waits the longer, the more failed attempts the account has had. */
  pause(): Promise<void>;
  /** Call it after a success: only failed attempts count. */
  refund(): Promise<void>;
}

type AttemptKind = 'password' | 'reset' | 'code';

export interface AttemptLimiter {
  /** Counts the attempt before it is made, so concurrent attempts can't exceed the limits. */
  consume(
    kind: AttemptKind,
    email: string,
    client: RequestClient,
  ): Promise<Result<CountedAttempt, AccountError>>;
}

interface AttemptLimit {
  key: string;
  limit: number;
  windowMs: number;
}

const longestWindowMs = Math.max(accountAttemptLimit.windowMs, networkAttemptLimit.windowMs);
const maxTimes = Math.max(
  networkAttemptLimit.limit,
  accountAttemptLimit.limit + attemptPause.maxMs / attemptPause.stepMs,
);

/**
 * Stored in the database, so all nodes share the counts; the keys are HMACs and reveal no email.
 * Only attempts of the same network or known browser are refused, so strangers can't lock a user out.
 */
export function createAttemptLimiter(options: {
  database: Database;
  secret: string;
  now: () => number;
  pause: (ms: number) => Promise<void>;
  knownBrowsers: KnownBrowsers;
}): AttemptLimiter {
  const { database, now } = options;
  const key = deriveKey(options.secret, 'attempts');
  const hash = (...parts: string[]) =>
    createHmac('sha256', key).update(parts.join('\0')).digest('base64url').slice(0, 22);

  return {
    consume(kind, email, { headers, network }) {
      const browser = options.knownBrowsers.find(headers, email);
      const account = email.trim().toLowerCase();
      const onAccount = {
        ...accountAttemptLimit,
        key: hash('account', kind, account),
        // Only someone with the password gets to enter codes, so strangers can't use up this limit.
        limit: kind === 'code' ? codeAttemptLimit : Infinity,
      };
      const limits: AttemptLimit[] = browser
        ? [{ key: hash('browser', kind, browser), ...accountAttemptLimit }]
        : [
            { key: hash('account and network', kind, account, network), ...accountAttemptLimit },
            { key: hash('network', kind, network), ...networkAttemptLimit },
            onAccount,
          ];
      const time = now();
      return database.transaction(async (queries) => {
        const recent = await lockRecent(queries, limits, time);
        const count = ({ key, windowMs }: AttemptLimit) =>
          (recent.get(key) ?? []).filter((at) => at > time - windowMs);
        const waits = limits.map((attemptLimit) => {
          const { limit, windowMs } = attemptLimit;
          const counted = count(attemptLimit);
          return counted.length < limit ? 0 : (counted[counted.length - limit] ?? time) + windowMs - time;
        });
        const waitMs = Math.max(...waits);
        if (waitMs > 0) {
          return fail({ code: 'attempts.too_many', retryAfterSeconds: Math.ceil(waitMs / 1000) });
        }
        const excess = count(onAccount).length - accountAttemptLimit.limit;
        for (const { key } of limits) await write(queries, key, [...(recent.get(key) ?? []), time], time);
        await deleteExpired(queries, new Date(time - 2 * longestWindowMs));
        return ok({
          isContested: excess >= 0,
          async pause() {
            if (excess >= 0)
              await options.pause(Math.min((excess + 1) * attemptPause.stepMs, attemptPause.maxMs));
          },
          refund: () => refund(limits, time),
        });
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
    .set({ times: times.slice(-maxTimes), updatedAt: new Date(time) })
    .where(eq(accountAttempt.key, key));
}
