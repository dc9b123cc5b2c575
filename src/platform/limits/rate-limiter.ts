import { createHmac } from 'node:crypto';
import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { createRotatingKeys } from './rotating-keys.ts';
import type { Valkey } from './valkey.ts';
import { createWindowCounter, maxPoints, type WindowCount } from './window-counter.ts';

export interface RateLimitGroup {
  limit: number;
  windowMs: number;
  /** A limit that isn't per client: `scale` doesn't apply. */
  isFixed?: boolean;
}

export interface RateLimitResult {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  windowSeconds: number;
  resetSeconds: number;
}

export interface RateLimits<Group extends string> {
  scale: number;
  /** Negative `points` refund a call that wasn't made. `factor` multiplies the client's limit. */
  consume(group: Group, client: string, points?: number, factor?: number): Promise<RateLimitResult>;
  consumed(group: Group, client: string): Promise<number>;
}

export interface RateLimitsOptions<Group extends string> {
  groups: Record<Group, RateLimitGroup>;
  scale: number;
  /** null: each process counts on its own. */
  valkey: Valkey | null;
  sharedKey: Buffer;
  now: () => number;
  onLimited?: (group: Group) => void;
  keysMax?: number;
}

const toValkeyKey = (hashed: Buffer) => hashed.toString('base64url', 0, 16);
const toMemoryKey = (hashed: Buffer) => hashed.readUIntBE(0, 6);

/** Client keys are HMACs under an hourly key. Counts in memory while Valkey is unavailable. */
export function createRateLimits<Group extends string>(options: RateLimitsOptions<Group>): RateLimits<Group> {
  const { valkey, now, scale } = options;
  const memory = createWindowCounter({ keysMax: options.keysMax ?? 1_000_000, now });
  const groups = new Map(
    Object.entries<RateLimitGroup>(options.groups).map(([name, { limit, windowMs, isFixed }]) => {
      const points = Math.max(1, Math.min(Math.round(limit * (isFixed ? 1 : scale)), maxPoints));
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
  const keys = createRotatingKeys({
    shared: valkey && options.sharedKey,
    now,
    maxWindowMs: Math.max(...[...groups.values()].map(({ windowMs }) => windowMs)),
  });
  const hash = (key: Buffer, group: string, client: string) =>
    createHmac('sha256', key).update(`${group}\0${client}`).digest();

  function getGroup(name: Group) {
    const group = groups.get(name);
    if (!group) throw new Error(`unknown rate limit group: ${name}`);
    return group;
  }

  /** undefined without Valkey or while it is unavailable. */
  async function queryValkey(
    shared: RateLimiterRedis | null,
    query: (limiter: RateLimiterRedis) => Promise<RateLimiterRes | null>,
  ): Promise<WindowCount | null | undefined> {
    if (!shared || !valkey) return undefined;
    try {
      const found = await valkey.run(() => query(shared));
      return found && { points: found.consumedPoints, endsAt: now() + Math.max(0, found.msBeforeNext) };
    } catch {
      return undefined;
    }
  }

  async function find(name: Group, hashed: Buffer): Promise<WindowCount | null> {
    const found = await queryValkey(getGroup(name).shared, (limiter) => limiter.get(toValkeyKey(hashed)));
    return found === undefined ? memory.get(toMemoryKey(hashed)) : found;
  }

  async function resolveHash(name: Group, client: string): Promise<Buffer> {
    const { current, previous } = keys();
    const before = previous && hash(previous, name, client);
    return before && (await find(name, before)) ? before : hash(current, name, client);
  }

  return {
    scale,
    async consume(name, client, points = 1, factor = 1) {
      const { limit: baseLimit, windowMs, shared } = getGroup(name);
      const limit = Math.max(1, Math.min(Math.round(baseLimit * factor), maxPoints));
      const hashed = await resolveHash(name, client);
      // Unlike consume, penalty doesn't reject when the points are used up.
      const count =
        (await queryValkey(shared, (limiter) => limiter.penalty(toValkeyKey(hashed), points))) ??
        memory.add(toMemoryKey(hashed), points, windowMs);
      const isAllowed = count.points <= limit;
      if (!isAllowed) options.onLimited?.(name);
      return {
        isAllowed,
        limit,
        remaining: Math.max(0, limit - count.points),
        windowSeconds: windowMs / 1000,
        resetSeconds: Math.max(1, Math.ceil((count.endsAt - now()) / 1000)),
      };
    },
    async consumed(name, client) {
      return (await find(name, await resolveHash(name, client)))?.points ?? 0;
    },
  };
}
