import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

export interface EventLoopMonitor {
  isOverloaded(): boolean;
  close(): void;
}

/** In nanoseconds. */
export type EventLoopDelays = Pick<ELDHistogram, 'count' | 'mean' | 'enable' | 'disable' | 'reset'>;

const resolutionMs = 20;
const minSamples = 3;

/** Overloaded when the mean event-loop delay exceeds `limitMs` in two consecutive intervals. */
export function monitorEventLoop({
  limitMs = 500,
  everyMs = 1000,
  delays = monitorEventLoopDelay({ resolution: resolutionMs }) as EventLoopDelays,
} = {}): EventLoopMonitor {
  delays.enable();
  let isOverloaded = false;
  let wasSlow = false;
  const timer = setInterval(() => {
    if (delays.count < minSamples) return;
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
