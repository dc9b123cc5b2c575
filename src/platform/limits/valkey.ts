import type { Redis } from 'ioredis';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';

const commandTimeoutMs = 300;
const breakerOptions = { failures: 3, windowMs: 10_000, openMs: 1_000, openMaxMs: 5_000 };

export interface Valkey {
  redis: Redis;
  run<T>(command: () => Promise<T>): Promise<T>;
  set(key: string, value: string, unit: 'PX', milliseconds: number, condition: 'NX'): Promise<string | null>;
  disconnect(): void;
}

class ValkeyUnavailableError extends Error {}

/** `onError` gets only a code: messages contain the server's address. */
export async function connectValkey(
  url: string,
  onError: (code: string) => void,
  now = Date.now,
): Promise<Valkey> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    connectTimeout: 2_000,
    commandTimeout: commandTimeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 5), 2_000),
  });
  let isDisconnected = false;
  let isUnresponsive = false;
  let breaker: CircuitBreaker = createCircuitBreaker(now, breakerOptions);
  redis.on('ready', () => {
    isDisconnected = false;
    breaker = createCircuitBreaker(now, breakerOptions);
  });
  redis.on('error', (error: NodeJS.ErrnoException) => {
    if (!isDisconnected) onError(error.code ?? error.name);
    isDisconnected = true;
  });

  async function run<T>(command: () => Promise<T>): Promise<T> {
    if (redis.status !== 'ready') throw new ValkeyUnavailableError('not connected');
    const reportOutcome = breaker.start();
    if (!reportOutcome) {
      if (!isUnresponsive) onError('ESILENT');
      isUnresponsive = true;
      throw new ValkeyUnavailableError('unresponsive');
    }
    try {
      const result = await command();
      isUnresponsive = false;
      reportOutcome('worked');
      return result;
    } catch (error) {
      // Any reply proves that the server responds.
      reportOutcome(isTimeout(error) ? 'failed' : 'worked');
      throw error;
    }
  }
  return {
    redis,
    run,
    set: (...args) => run(() => redis.set(...args)),
    disconnect: () => redis.disconnect(),
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timed out/i.test(error.message);
}
