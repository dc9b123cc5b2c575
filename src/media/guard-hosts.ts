import { LRUCache } from 'lru-cache';
import {
  type Breaker,
  type BreakerLimits,
  breakerLimits,
  type CallEnd,
  createBreaker,
} from '#platform/circuit-breaker.ts';
import { fail, type Result } from '#platform/result.ts';
import type { MediaError } from './contract.ts';

/** Media hosts that are told apart. */
const hostsKept = 500;
const faults: readonly MediaError['code'][] = ['media.unreachable', 'media.timeout'];

interface Guarded {
  breaker: Breaker;
  last: MediaError['code'];
}

/**
 * Keeps from asking a host of media that does not answer: then the last failure is given again, at once. Only the
 * opening of a file counts: a transfer that breaks may be anybody's fault.
 */
export function guardHosts(now: () => number, limits: BreakerLimits = breakerLimits) {
  const hosts = new LRUCache<string, Guarded>({ max: hostsKept });

  async function guard<T>(
    host: string,
    signal: AbortSignal,
    open: () => Promise<Result<T, MediaError>>,
  ): Promise<Result<T, MediaError>> {
    const guarded = hosts.get(host) ?? {
      breaker: createBreaker(now, limits),
      last: 'media.unreachable' as const,
    };
    hosts.set(host, guarded);
    const tell = guarded.breaker.begin();
    if (!tell) return fail({ code: guarded.last, cause: 'this host does not answer' });
    let end: CallEnd = 'neither';
    try {
      const opened = await open();
      const isFault = !opened.ok && faults.includes(opened.error.code);
      if (isFault && !signal.aborted) guarded.last = opened.error.code;
      if (!signal.aborted) end = isFault ? 'failed' : 'worked';
      return opened;
    } finally {
      tell(end);
    }
  }
  return { guard };
}
