import { createHmac } from 'node:crypto';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Valkey } from './connect-valkey.ts';
import { type Count, createCountWindows, pointsMax } from './count-windows.ts';
import { createHourlyKeys } from './hourly-keys.ts';

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
  /**
   * Counts a call before it is made. `points`: how much it weighs; below 0 where a call that was counted was not made.
   * `factor`: this client's limit is so many times that of others.
   */
  take(group: Group, client: string, points?: number, factor?: number): Promise<Taken>;
  /** Points that were used up, without counting. */
  used(group: Group, client: string): Promise<number>;
}

export interface RateLimitsOptions<Group extends string> {
  groups: Record<Group, RateGroup>;
  /** All limits of clients times this. */
  scale: number;
  /** Counts for all nodes together; null: each process by itself. */
  valkey: Valkey | null;
  /** Of all nodes that count together. Left alone where they do not. */
  sharedKey: Buffer;
  now: () => number;
  onRefused?: (group: Group) => void;
  /** Clients that are told apart in memory. */
  keysMax?: number;
}

/**
 * Limits by client. What names a client is hashed with a key that changes each hour, and a count that goes on then goes
 * on under the key it began with. Where Valkey does not answer, the process counts by itself until it does.
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
          storeClient: valkey.redis,
          keyPrefix: `unspool-${name}`,
          rejectIfRedisNotReady: true,
        });
      return [name, { limit: points, windowMs, shared }] as const;
    }),
  );
  const keys = createHourlyKeys({
    shared: valkey && options.sharedKey,
    now,
    longestMs: Math.max(...[...groups.values()].map(({ windowMs }) => windowMs)),
  });
  const hash = (key: Buffer, group: string, client: string) =>
    createHmac('sha256', key).update(`${group}\0${client}`).digest();

  function groupOf(name: Group) {
    const group = groups.get(name);
    if (!group) throw new Error(`no such group: ${name}`);
    return group;
  }

  async function askShared(
    shared: RateLimiterRedis | null,
    run: (limiter: RateLimiterRedis) => Promise<RateLimiterRes | null>,
  ): Promise<Count | 'none' | null> {
    if (!shared || !valkey) return null;
    try {
      const found = await valkey.ask(() => run(shared));
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

  async function find(name: Group, hashed: Buffer): Promise<Count | null> {
    const key = hashed.toString('base64url', 0, 16);
    const found = await askShared(groupOf(name).shared, (limiter) => limiter.get(key));
    if (found) return found === 'none' ? null : found;
    return memory.get(hashed.readUIntBE(0, 6));
  }

  /** Under which hash a client is counted: the one of the hour before, while a count under it goes on. */
  async function hashOf(name: Group, client: string): Promise<Buffer> {
    const { current, previous } = keys();
    const before = previous && hash(previous, name, client);
    return before && (await find(name, before)) ? before : hash(current, name, client);
  }

  return {
    scale,
    async take(name, client, points = 1, factor = 1) {
      const { limit: usual, windowMs, shared } = groupOf(name);
      const limit = Math.max(1, Math.min(Math.round(usual * factor), pointsMax));
      const hashed = await hashOf(name, client);
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
      return (await find(name, await hashOf(name, client)))?.points ?? 0;
    },
  };
}
