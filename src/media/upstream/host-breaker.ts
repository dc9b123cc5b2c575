import { LRUCache } from 'lru-cache';
import {
  type CallOutcome,
  type CircuitBreaker,
  type CircuitBreakerOptions,
  createCircuitBreaker,
  defaultCircuitBreakerOptions,
} from '#platform/limits/circuit-breaker.ts';
import { fail, type Result } from '#platform/result.ts';
import type { MediaError } from '../contract.ts';

const maxHosts = 500;
const hostErrorCodes: readonly MediaError['code'][] = ['media.unreachable', 'media.timeout'];

interface HostState {
  breaker: CircuitBreaker;
  last: MediaError['code'];
}

class HostUnavailableError extends Error {
  readonly code: MediaError['code'];

  constructor(code: MediaError['code']) {
    super('this host does not answer');
    this.code = code;
  }
}

/** Must be called with each host before a request. Throws if the host is unavailable. */
export type CheckHost = (host: string) => void;

export interface HostAttempt {
  /** Aborts when the client leaves. */
  clientSignal: AbortSignal;
  /** Aborts with `clientSignal` or when this attempt times out. */
  signal: AbortSignal;
}

/**
 * While a host's breaker is open, its last error is returned at once. A host that redirects has worked. Only
 * opening a file counts, because an interrupted transfer may be anyone's fault.
 */
export function createHostBreakers(
  now: () => number,
  limits: CircuitBreakerOptions = defaultCircuitBreakerOptions,
) {
  const hosts = new LRUCache<string, HostState>({ max: maxHosts });

  function getHostState(host: string): HostState {
    const known = hosts.get(host);
    if (known) return known;
    const state: HostState = { breaker: createCircuitBreaker(now, limits), last: 'media.unreachable' };
    hosts.set(host, state);
    return state;
  }

  async function guard<T>(
    { clientSignal, signal }: HostAttempt,
    open: (onHop: CheckHost) => Promise<Result<T, MediaError>>,
  ): Promise<Result<T, MediaError>> {
    let current: { state: HostState; report: (outcome: CallOutcome) => void } | null = null;
    const onHop = (host: string) => {
      current?.report('worked');
      current = null;
      const state = getHostState(host);
      const report = state.breaker.start();
      if (!report) throw new HostUnavailableError(state.last);
      current = { state, report };
    };
    const reportLast = (outcome: CallOutcome, code?: MediaError['code']) => {
      if (current && code) current.state.last = code;
      current?.report(outcome);
    };
    try {
      const opened = await open(onHop);
      if (clientSignal.aborted) reportLast('neither');
      else if (opened.ok || !hostErrorCodes.includes(opened.error.code)) reportLast('worked');
      else reportLast('failed', opened.error.code);
      return opened;
    } catch (cause) {
      if (cause instanceof HostUnavailableError) return fail({ code: cause.code, cause });
      if (clientSignal.aborted) reportLast('neither');
      else reportLast('failed', signal.aborted ? 'media.timeout' : 'media.unreachable');
      throw cause;
    }
  }
  return { guard };
}
