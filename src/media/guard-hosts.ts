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

/** A host that is not asked now. */
class HostAway extends Error {
  readonly code: MediaError['code'];

  constructor(code: MediaError['code']) {
    super('this host does not answer');
    this.code = code;
  }
}

/** To be called with each host, before it is asked. Throws where it is not to be. */
export type NoteHost = (host: string) => void;

/** One try at a file. */
export interface HostTry {
  /** Aborts where nobody waits for the file any more. */
  wanted: AbortSignal;
  /** Aborts with that, and where the time of this try is over. */
  either: AbortSignal;
}

/**
 * Keeps from asking a host of media that does not answer: then the last failure is given again, at once. Each host is
 * judged by what it was asked itself: one that redirects has worked, and what it leads to is another's. Only the opening
 * of a file counts: a transfer that breaks may be anybody's fault.
 */
export function guardHosts(now: () => number, limits: BreakerLimits = breakerLimits) {
  const hosts = new LRUCache<string, Guarded>({ max: hostsKept });

  function guardedOf(host: string): Guarded {
    const known = hosts.get(host);
    if (known) return known;
    const guarded: Guarded = { breaker: createBreaker(now, limits), last: 'media.unreachable' };
    hosts.set(host, guarded);
    return guarded;
  }

  async function guard<T>(
    { wanted, either }: HostTry,
    open: (onHop: NoteHost) => Promise<Result<T, MediaError>>,
  ): Promise<Result<T, MediaError>> {
    let asked: { guarded: Guarded; tell: (end: CallEnd) => void } | null = null;
    const onHop = (host: string) => {
      asked?.tell('worked');
      asked = null;
      const guarded = guardedOf(host);
      const tell = guarded.breaker.begin();
      if (!tell) throw new HostAway(guarded.last);
      asked = { guarded, tell };
    };
    /** Of the host that was asked last. */
    const tellLast = (end: CallEnd, code?: MediaError['code']) => {
      if (asked && code) asked.guarded.last = code;
      asked?.tell(end);
    };
    try {
      const opened = await open(onHop);
      if (wanted.aborted) tellLast('neither');
      else if (opened.ok || !faults.includes(opened.error.code)) tellLast('worked');
      else tellLast('failed', opened.error.code);
      return opened;
    } catch (cause) {
      if (cause instanceof HostAway) return fail({ code: cause.code, cause });
      if (wanted.aborted) tellLast('neither');
      else tellLast('failed', either.aborted ? 'media.timeout' : 'media.unreachable');
      throw cause;
    }
  }
  return { guard };
}
