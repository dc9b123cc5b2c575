import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

const maxPauseMs = 500;

interface ThrottleOptions {
  share?: number;
}

/** Background throttle: sleeps twice the event-loop time used since the last call, at most 500 ms. */
export function createBackgroundThrottle({ share = 2 }: ThrottleOptions = {}): () => Promise<void> {
  let before = performance.eventLoopUtilization();
  return async () => {
    const { active } = performance.eventLoopUtilization(before);
    const pauseMs = Math.min(maxPauseMs, active * share);
    if (pauseMs >= 1) await pause(pauseMs);
    before = performance.eventLoopUtilization();
  };
}
