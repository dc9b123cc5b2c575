export interface CircuitBreakerOptions {
  /** Failures within the window that open the circuit, if they are at least half of the calls. */
  failures: number;
  windowMs: number;
  /** Doubles with every failed trial call, up to `openMaxMs`. */
  openMs: number;
  openMaxMs: number;
}

export const defaultCircuitBreakerOptions: CircuitBreakerOptions = {
  failures: 5,
  windowMs: 10_000,
  openMs: 1_000,
  openMaxMs: 30_000,
};

/** Only the other side's errors count as `failed`; `neither` is ignored. */
export type CallOutcome = 'worked' | 'failed' | 'neither';

export interface CircuitBreaker {
  /** null while open; otherwise a function that must be called with the outcome. */
  start(): ((outcome: CallOutcome) => void) | null;
}

export function createCircuitBreaker(
  now: () => number,
  limits: CircuitBreakerOptions = defaultCircuitBreakerOptions,
): CircuitBreaker {
  let outcomes: { at: number; isFailure: boolean }[] = [];
  let openUntil = 0;
  let openMs = limits.openMs;
  let isProbing = false;

  function open(time: number, forMs: number): void {
    openUntil = time + forMs;
    outcomes = [];
  }

  function record(outcome: CallOutcome): void {
    if (outcome === 'neither') return;
    const time = now();
    outcomes.push({ at: time, isFailure: outcome === 'failed' });
    outcomes = outcomes.filter(({ at }) => at > time - limits.windowMs).slice(-100);
    const failures = outcomes.filter(({ isFailure }) => isFailure).length;
    if (failures >= limits.failures && failures * 2 >= outcomes.length) open(time, openMs);
  }

  return {
    start() {
      const isClosed = openUntil === 0;
      if (!isClosed && (isProbing || now() < openUntil)) return null;
      if (!isClosed) isProbing = true;
      let isReported = false;
      return (outcome) => {
        if (isReported) return;
        isReported = true;
        if (isClosed) {
          // Ignore calls that started before it opened.
          if (openUntil === 0) record(outcome);
          return;
        }
        isProbing = false;
        if (outcome === 'worked') {
          openUntil = 0;
          openMs = limits.openMs;
        } else if (outcome === 'failed') {
          openMs = Math.min(openMs * 2, limits.openMaxMs);
          open(now(), openMs);
        }
      };
    },
  };
}

export interface RetryBudget {
  recordCall(): void;
  consume(): boolean;
}

/** Allows retries for a tenth of the calls, plus `reserve`. */
export function createRetryBudget(reserve = 3): RetryBudget {
  let tokens = reserve;
  return {
    recordCall() {
      tokens = Math.min(tokens + 0.1, 10);
    },
    consume() {
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
