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
  /** null: closed. */
  let openedAt: number | null = null;
  let openMs = limits.openMs;
  let isProbing = false;

  function record(isFailure: boolean): void {
    const time = now();
    outcomes.push({ at: time, isFailure });
    outcomes = outcomes.filter(({ at }) => at > time - limits.windowMs).slice(-100);
    const failures = outcomes.filter((outcome) => outcome.isFailure).length;
    if (failures < limits.failures || failures * 2 < outcomes.length) return;
    openedAt = time;
    outcomes = [];
  }

  function isOpen(): boolean {
    if (openedAt === null) return false;
    const elapsed = now() - openedAt;
    // Negative after the clock was set back.
    return elapsed >= 0 && elapsed < openMs;
  }

  function endProbe(outcome: CallOutcome): void {
    isProbing = false;
    if (outcome === 'worked') {
      openedAt = null;
      openMs = limits.openMs;
    } else if (outcome === 'failed') {
      openMs = Math.min(openMs * 2, limits.openMaxMs);
      openedAt = now();
    }
  }

  return {
    start() {
      const isProbe = openedAt !== null;
      if (isProbing || isOpen()) return null;
      isProbing = isProbe;
      let isReported = false;
      return (outcome) => {
        if (isReported) return;
        isReported = true;
        if (isProbe) endProbe(outcome);
        // Ignore calls that started before it opened.
        else if (openedAt === null && outcome !== 'neither') record(outcome === 'failed');
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
