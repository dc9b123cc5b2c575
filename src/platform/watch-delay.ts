import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

export interface DelayWatch {
  /** Whether every turn of the process has been taking too long lately. */
  isOverloaded(): boolean;
  close(): void;
}

/** In nanoseconds. */
export type TurnDelays = Pick<ELDHistogram, 'count' | 'mean' | 'enable' | 'disable' | 'reset'>;

const resolutionMs = 20;
/** Turns that have to be seen before anything is said of them: one long one is no load. */
const turnsMin = 3;

/**
 * Looks at the event loop once a second: overloaded is who needs more than `limitMs` for a turn, on average, two times
 * running. One busy second, or a machine that others keep busy, is none.
 */
export function watchDelay({
  limitMs = 500,
  everyMs = 1000,
  delays = monitorEventLoopDelay({ resolution: resolutionMs }) as TurnDelays,
} = {}): DelayWatch {
  delays.enable();
  let isOverloaded = false;
  let wasSlow = false;
  const timer = setInterval(() => {
    if (delays.count < turnsMin) return;
    const isSlow = delays.mean / 1e6 > limitMs;
    isOverloaded = isSlow && wasSlow;
    wasSlow = isSlow;
    delays.reset();
  }, everyMs);
  timer.unref();
  return {
    isOverloaded: () => isOverloaded,
    close() {
      clearInterval(timer);
      delays.disable();
    },
  };
}
