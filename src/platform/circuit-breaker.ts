export interface BreakerLimits {
  /** Failures within the window that open it, where they are at least half of the calls. */
  failures: number;
  windowMs: number;
  /** The first time it is open; twice as long each time a trial fails. */
  openMs: number;
  openMaxMs: number;
}

export const breakerLimits: BreakerLimits = {
  failures: 5,
  windowMs: 10_000,
  openMs: 1_000,
  openMaxMs: 30_000,
};

/** How a call went: only a fault of the other side is `failed`; `neither` says nothing of it. */
export type CallEnd = 'worked' | 'failed' | 'neither';

export interface Breaker {
  /** null while it is open; else to be told, once, how the call went. */
  begin(): ((end: CallEnd) => void) | null;
}

/**
 * Keeps a process from waiting for what does not answer. It opens after a few failures, then refuses at once; after a
 * while one call is let through to see, and what comes of it decides. Nothing is held by a timer: a call that streams
 * reports when it is known to have begun well.
 */
export function createBreaker(now: () => number, limits: BreakerLimits = breakerLimits): Breaker {
  let ends: { at: number; isFailure: boolean }[] = [];
  let openUntil = 0;
  let openMs = limits.openMs;
  let isTrying = false;

  function open(time: number, forMs: number): void {
    openUntil = time + forMs;
    ends = [];
  }

  function note(end: CallEnd): void {
    if (end === 'neither') return;
    const time = now();
    ends.push({ at: time, isFailure: end === 'failed' });
    // Many calls within the window: the newest tell enough.
    ends = ends.filter(({ at }) => at > time - limits.windowMs).slice(-100);
    const failures = ends.filter(({ isFailure }) => isFailure).length;
    if (failures >= limits.failures && failures * 2 >= ends.length) open(time, openMs);
  }

  return {
    begin() {
      const isClosed = openUntil === 0;
      if (!isClosed && (isTrying || now() < openUntil)) return null;
      if (!isClosed) isTrying = true;
      let isTold = false;
      return (end) => {
        if (isTold) return;
        isTold = true;
        if (isClosed) {
          // Calls from before it opened, that end now, say nothing new.
          if (openUntil === 0) note(end);
          return;
        }
        isTrying = false;
        if (end === 'worked') {
          openUntil = 0;
          openMs = limits.openMs;
        } else if (end === 'failed') {
          openMs = Math.min(openMs * 2, limits.openMaxMs);
          open(now(), openMs);
        }
      };
    },
  };
}

/** Further tries may be so many of all calls, so that what is slow already is not asked ever more. */
export interface RetryBudget {
  noteCall(): void;
  /** Whether another try may be made, which is then taken as made. */
  take(): boolean;
}

/** A tenth of the calls; `reserve` lets the first ones be tried again too. */
export function createRetryBudget(reserve = 3): RetryBudget {
  let tries = reserve;
  return {
    noteCall() {
      tries = Math.min(tries + 0.1, 10);
    },
    take() {
      if (tries < 1) return false;
      tries -= 1;
      return true;
    },
  };
}
