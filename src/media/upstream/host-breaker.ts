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
  lastError: MediaError['code'];
}

class HostUnavailableError extends Error {
  readonly code: MediaError['code'];

  constructor(code: MediaError['code']) {
    super('media host unavailable');
    this.code = code;
  }
}

/** Called with each host before a request. Throws if the host is unavailable. */
export type CheckHost = (host: string) => void;

export interface HostAttempt {
  clientSignal: AbortSignal;
  signal: AbortSignal;
}

/** Only opening a file counts: an interrupted transfer may not be the host's fault. */
export function createHostBreakers(
  now: () => number,
  limits: CircuitBreakerOptions = defaultCircuitBreakerOptions,
) {
  const hosts = new LRUCache<string, HostState>({ max: maxHosts });

  function getHostState(host: string): HostState {
    const existing = hosts.get(host);
    if (existing) return existing;
    const state: HostState = { breaker: createCircuitBreaker(now, limits), lastError: 'media.unreachable' };
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
      if (!report) throw new HostUnavailableError(state.lastError);
      current = { state, report };
    };
    const reportLast = (outcome: CallOutcome, code?: MediaError['code']) => {
      if (current && code) current.state.lastError = code;
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
