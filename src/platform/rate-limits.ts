import { createHmac, randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type Count, createCountWindows, pointsMax } from './count-windows.ts';

export interface RateGroup {
  /** Points within the window. */
  limit: number;
  windowMs: number;
  /** It is not of one client: the scale leaves it alone. */
  isFixed?: boolean;
}

/** What became of a call, and what its client has left. */
export interface Taken {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  windowSeconds: number;
  /** Until all points are there again; at least 1. */
  resetSeconds: number;
}

export interface RateLimits<Group extends string> {
  /** All limits of clients are times this, those elsewhere too. */
  scale: number;
  /** Counts a call before it is made. `points`: how much it weighs; below 0 where a call that was counted was not made. */
  take(group: Group, client: string, points?: number): Promise<Taken>;
  /** Points that were used up, without counting. */
  used(group: Group, client: string): Promise<number>;
}

export interface RateLimitsOptions<Group extends string> {
  groups: Record<Group, RateGroup>;
  /** All limits of clients times this. */
  scale: number;
  /** Counts for all nodes together; null: each process by itself. */
  valkey: Redis | null;
  /** Of all nodes that count together. Left alone where they do not. */
  sharedKey: Buffer;
  now: () => number;
  onRefused?: (group: Group) => void;
  /** Clients that are told apart in memory. */
  keysMax?: number;
}

/** The key changes this often: after it nobody can tell whose count one was. */
const keyLifetimeMs = 3_600_000;

/**
 * Limits by client. What names a client is hashed with a key that changes: a random one that only this process has, or,
 * where nodes count together, one that each of them derives from the shared one and the hour. Where Valkey does not
 * answer, the process counts by itself until it does.
 */
export function createRateLimits<Group extends string>(options: RateLimitsOptions<Group>): RateLimits<Group> {
  const { valkey, now, scale } = options;
  const memory = createCountWindows({ keysMax: options.keysMax ?? 1_000_000, now });
  const groups = new Map(
    Object.entries<RateGroup>(options.groups).map(([name, { limit, windowMs, isFixed }]) => {
      const points = Math.max(1, Math.min(Math.round(limit * (isFixed ? 1 : scale)), pointsMax));
      const durations = { points, duration: windowMs / 1000 };
      const shared =
        valkey &&
        new RateLimiterRedis({
          ...durations,
          storeClient: valkey,
          keyPrefix: `unspool-${name}`,
          rejectIfRedisNotReady: true,
        });
      return [name, { limit: points, windowMs, shared }] as const;
    }),
  );
  let hour = Number.NaN;
  let key = options.sharedKey;

  function hash(group: string, client: string): Buffer {
    const current = Math.floor(now() / keyLifetimeMs);
    if (current !== hour) {
      hour = current;
      key = valkey
        ? createHmac('sha256', options.sharedKey).update(String(current)).digest()
        : randomBytes(32);
    }
    return createHmac('sha256', key).update(`${group}\0${client}`).digest();
  }

  function groupOf(name: Group) {
    const group = groups.get(name);
    if (!group) throw new Error(`no such group: ${name}`);
    return group;
  }

  async function askShared(
    shared: RateLimiterRedis | null,
    run: (limiter: RateLimiterRedis) => Promise<RateLimiterRes | null>,
  ): Promise<Count | 'none' | null> {
    if (!shared) return null;
    try {
      const found = await run(shared);
      return found ? countOf(found) : 'none';
    } catch (refused) {
      // It rejects with the count where there is too much of it. Anything else is a store that does not answer.
      return refused instanceof RateLimiterRes ? countOf(refused) : null;
    }
  }

  const countOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Count => ({
    points: consumedPoints,
    endsAt: now() + Math.max(0, msBeforeNext),
  });

  return {
    scale,
    async take(name, client, points = 1) {
      const { limit, windowMs, shared } = groupOf(name);
      const hashed = hash(name, client);
      const key = hashed.toString('base64url', 0, 16);
      const found = await askShared(shared, (limiter) => limiter.consume(key, points));
      const count = found && found !== 'none' ? found : memory.add(hashed.readUIntBE(0, 6), points, windowMs);
      const isAllowed = count.points <= limit;
      if (!isAllowed) options.onRefused?.(name);
      return {
        isAllowed,
        limit,
        remaining: Math.max(0, limit - count.points),
        windowSeconds: windowMs / 1000,
        resetSeconds: Math.max(1, Math.ceil((count.endsAt - now()) / 1000)),
      };
    },
    async used(name, client) {
      const hashed = hash(name, client);
      const key = hashed.toString('base64url', 0, 16);
      const found = await askShared(groupOf(name).shared, (limiter) => limiter.get(key));
      if (found) return found === 'none' ? 0 : found.points;
      return memory.get(hashed.readUIntBE(0, 6))?.points ?? 0;
    },
  };
}
