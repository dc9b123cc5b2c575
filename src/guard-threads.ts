import { createBreaker, createRetryBudget } from '#platform/circuit-breaker.ts';
import type { PageFailure, PageFetch } from '#threads/contract.ts';

interface VisitState {
  failure: PageFailure | null;
  tell: ((end: 'worked' | 'failed' | 'neither') => void) | null;
}

const faults: readonly PageFailure['code'][] = ['unreachable', 'timeout'];

/**
 * Keeps from asking Threads while it does not answer: then the last failure is given again, at once. The requests of
 * one visit, told by their signal, count once, and after a failure of the network it asks again only within a budget.
 * A post that is gone, and whatever else is answered, is no fault.
 */
export function guardThreads(fetch: PageFetch, now: () => number): PageFetch {
  const breaker = createBreaker(now);
  const budget = createRetryBudget();
  const visits = new WeakMap<AbortSignal, VisitState>();
  let last: PageFailure = { code: 'unreachable' };

  function visitOf(signal: AbortSignal): VisitState {
    const known = visits.get(signal);
    if (known) return known;
    budget.noteCall();
    const visit: VisitState = { failure: null, tell: breaker.begin() };
    if (!visit.tell) visit.failure = last;
    visits.set(signal, visit);
    return visit;
  }

  return async (request) => {
    const visit = visitOf(request.signal);
    if (visit.failure && (!visit.tell || !budget.take())) return { ok: false, error: visit.failure };
    const answer = await fetch(request).catch((error: unknown) => {
      visit.tell?.('neither');
      throw error;
    });
    if (answer.ok) {
      visit.failure = null;
      visit.tell?.(answer.value.status >= 500 ? 'failed' : 'worked');
    } else if (faults.includes(answer.error.code)) {
      last = answer.error;
      visit.failure = answer.error;
      visit.tell?.('failed');
    } else visit.tell?.('neither');
    return answer;
  };
}
