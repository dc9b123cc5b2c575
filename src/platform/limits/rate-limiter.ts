import { createHmac, randomBytes } from 'node:crypto';
import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Valkey } from './valkey.ts';

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
  readonly scale: number;
  /** Negative `points` refund a call that wasn't made. `factor` multiplies the client's limit. */
  consume(group: Group, client: string, points?: number, factor?: number): Promise<RateLimitResult>;
  consumed(group: Group, client: string): Promise<number>;
}

export interface RateLimitsOptions<Group extends string> {
  groups: Record<Group, RateLimitGroup>;
  /** Factor for the limits of clients. */
  scale(): number;
  /** null: each process counts on its own. */
  valkey: Valkey | null;
  sharedKey: Buffer;
  now: () => number;
  onLimited?: (group: Group) => void;
  keysMax?: number;
}

const clampPoints = (points: number) => Math.max(1, Math.min(Math.round(points), maxPoints));
const toValkeyKey = (hashed: Buffer) => hashed.toString('base64url', 0, 16);
const toMemoryKey = (hashed: Buffer) => hashed.readUIntBE(0, 6);

/** Client keys are HMACs under an hourly key. Counts in memory while Valkey is unavailable. */
export function createRateLimits<Group extends string>(options: RateLimitsOptions<Group>): RateLimits<Group> {
  const { valkey, now, scale } = options;
  const memory = createWindowCounter({ keysMax: options.keysMax ?? 1_000_000, now });
  const groups = new Map(
    Object.entries<RateLimitGroup>(options.groups).map(([name, { limit, windowMs, isFixed }]) => {
      // The limit is compared below: it can change.
      const durations = { points: maxPoints, duration: windowMs / 1000 };
      const shared =
        valkey &&
        new RateLimiterRedis({
          ...durations,
          storeClient: valkey.redis,
          keyPrefix: `unspool-${name}`,
          rejectIfRedisNotReady: true,
        });
      return [name, { limit, windowMs, isFixed, shared }] as const;
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
    return found === undefined ? memory.get(toMemoryKey(hashed), getGroup(name).windowMs) : found;
  }

  async function resolveHash(name: Group, client: string): Promise<Buffer> {
    const { current, previous } = keys();
    const before = previous && hash(previous, name, client);
    return before && (await find(name, before)) ? before : hash(current, name, client);
  }

  return {
    get scale() {
      return scale();
    },
    async consume(name, client, points = 1, factor = 1) {
      const { limit: baseLimit, windowMs, isFixed, shared } = getGroup(name);
      const limit = clampPoints(clampPoints(baseLimit * (isFixed ? 1 : scale())) * factor);
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

interface WindowCount {
  points: number;
  /** Unix milliseconds. */
  endsAt: number;
}

const maxPoints = 2 ** 18 - 1;

const packingBase = maxPoints + 1;

/** Packs each count into one number: a million keys take 100 MB, in RateLimiterMemory 600 MB. */
export function createWindowCounter({ keysMax, now }: { keysMax: number; now: () => number }) {
  const counts = new Map<number, number>();

  function get(key: number, windowMs: number): WindowCount | null {
    const packed = counts.get(key) ?? 0;
    const endsAt = Math.floor(packed / packingBase) * 100;
    const remainingMs = endsAt - now();
    // More than a window remains only if the clock was set back.
    const isRunning = remainingMs > 0 && remainingMs <= windowMs;
    return isRunning ? { points: packed % packingBase, endsAt } : null;
  }

  return {
    get,
    add(key: number, points: number, windowMs: number): WindowCount {
      const running = get(key, windowMs);
      const endsAt = running ? running.endsAt : Math.floor((now() + windowMs) / 100) * 100;
      const sum = (running?.points ?? 0) + points;
      const count = { points: Math.max(0, Math.min(sum, maxPoints)), endsAt };
      // Reinsert new windows at the end, so the map stays sorted by start.
      if (!running) counts.delete(key);
      counts.set(key, (endsAt / 100) * packingBase + count.points);
      for (const oldest of counts.keys()) {
        if (counts.size <= keysMax && get(oldest, Number.POSITIVE_INFINITY)) break;
        counts.delete(oldest);
      }
      return count;
    },
  };
}

/** Once a key is gone, its counts can't be traced to a client, unless keys derive from a shared key. */
const keyLifetimeMs = 3_600_000;

/** `previous` is the key of the previous hour while counts under it may continue, otherwise null. */
export function createRotatingKeys({
  shared,
  now,
  maxWindowMs,
}: {
  shared: Buffer | null;
  now: () => number;
  maxWindowMs: number;
}): () => { current: Buffer; previous: Buffer | null } {
  let hour = Number.NaN;
  let current = Buffer.alloc(0);
  let previous: Buffer | null = null;
  const createKey = (at: number) =>
    shared ? createHmac('sha256', shared).update(String(at)).digest() : randomBytes(32);

  return () => {
    const time = now();
    const at = Math.floor(time / keyLifetimeMs);
    if (at !== hour) {
      if (shared) previous = createKey(at - 1);
      else previous = at === hour + 1 ? current : null;
      current = createKey(at);
      hour = at;
    }
    if (time >= hour * keyLifetimeMs + maxWindowMs) previous = null;
    return { current, previous };
  };
}
