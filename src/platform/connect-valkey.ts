import { Redis } from 'ioredis';
import { type Breaker, createBreaker } from './circuit-breaker.ts';

/** Longest wait for an answer: who asks then does without. */
const answerMs = 300;
/** A server that is silent is asked again by one call alone, once a second at first and every five at most. */
const silence = { failures: 3, windowMs: 10_000, openMs: 1_000, openMaxMs: 5_000 };

/** A connection to Valkey that nobody has to wait for. */
export interface Valkey {
  redis: Redis;
  /** Runs a command, or throws at once while the server is away or silent. */
  ask<T>(command: () => Promise<T>): Promise<T>;
  /** A key that is set if nobody has set it. */
  set(key: string, value: string, unit: 'PX', milliseconds: number, condition: 'NX'): Promise<string | null>;
  disconnect(): void;
}

/** Nothing was asked. */
class ValkeyAway extends Error {}

/**
 * To Valkey, or to a Redis of the same protocol. It comes back by itself. While it is away every command fails at once,
 * so that nothing waits for it; while it is silent, which only the time for an answer tells, one call in a while does.
 * `onTrouble` gets the code of the fault: its words would name the server.
 */
export function connectValkey(url: string, onTrouble: (code: string) => void, now = Date.now): Valkey {
  const redis = new Redis(url, {
    connectTimeout: 2_000,
    commandTimeout: answerMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(100 * 2 ** Math.min(tries, 5), 2_000),
  });
  let isAway = false;
  let isSilent = false;
  let breaker: Breaker = createBreaker(now, silence);
  redis.on('ready', () => {
    isAway = false;
    breaker = createBreaker(now, silence);
  });
  redis.on('error', (error: NodeJS.ErrnoException) => {
    if (!isAway) onTrouble(error.code ?? error.name);
    isAway = true;
  });

  async function ask<T>(command: () => Promise<T>): Promise<T> {
    if (redis.status !== 'ready') throw new ValkeyAway('not connected');
    const tell = breaker.begin();
    if (!tell) {
      if (!isSilent) onTrouble('ESILENT');
      isSilent = true;
      throw new ValkeyAway('silent');
    }
    try {
      const answer = await command();
      isSilent = false;
      tell('worked');
      return answer;
    } catch (error) {
      // Whatever was said, it was said: only one that says nothing is silent.
      tell(isTimeout(error) ? 'failed' : 'worked');
      throw error;
    }
  }
  return {
    redis,
    ask,
    set: (...given) => ask(() => redis.set(...given)),
    disconnect: () => redis.disconnect(),
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timed out/i.test(error.message);
}
