import { createCircuitBreaker, createRetryBudget } from '#platform/limits/circuit-breaker.ts';
import type { PageFetch, PageFetchError } from '#threads/contract.ts';

interface SessionState {
  failure: PageFetchError | null;
  report: ((outcome: 'worked' | 'failed' | 'neither') => void) | null;
}

const failureCodes: readonly PageFetchError['code'][] = ['unreachable', 'timeout'];

/** Requests with the same signal are one session: it counts once, and retries within a budget. */
export function withCircuitBreaker(fetch: PageFetch, now: () => number): PageFetch {
  const breaker = createCircuitBreaker(now);
  const budget = createRetryBudget();
  const sessions = new WeakMap<AbortSignal, SessionState>();
  let lastError: PageFetchError = { code: 'unreachable' };

  function getSession(signal: AbortSignal): SessionState {
    const existing = sessions.get(signal);
    if (existing) return existing;
    budget.recordCall();
    const session: SessionState = { failure: null, report: breaker.start() };
    if (!session.report) session.failure = lastError;
    sessions.set(signal, session);
    return session;
  }

  return async (request) => {
    const session = getSession(request.signal);
    if (session.failure && (!session.report || !budget.consume()))
      return { ok: false, error: session.failure };
    const result = await fetch(request).catch((error: unknown) => {
      session.report?.('neither');
      throw error;
    });
    const failure = result.ok ? result.value.cutOff : result.error;
    if (result.ok && failure === undefined) {
      session.failure = null;
      session.report?.(result.value.status >= 500 ? 'failed' : 'worked');
    } else if (failure && failureCodes.includes(failure.code)) {
      lastError = failure;
      session.failure = failure;
      session.report?.('failed');
    } else session.report?.('neither');
    return result;
  };
}
