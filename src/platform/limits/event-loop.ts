import { type ELDHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

const maxBlockMs = 2;

/** Chained promises that resolve within the process stay in one turn and would block other requests. */
export function createEventLoopYield(nowMs = () => performance.now()): () => Promise<void> {
  let startedAt: number | null = null;
  return async () => {
    if (startedAt === null) {
      startedAt = nowMs();
      setImmediate(() => {
        startedAt = null;
      });
    } else if (nowMs() - startedAt > maxBlockMs) await new Promise<void>((resolve) => setImmediate(resolve));
  };
}

const maxPauseMs = 500;

/** Background throttle: sleeps twice the event-loop time used since the last call, at most 500 ms. */
export function createBackgroundThrottle(
  activeMs = () => performance.eventLoopUtilization().active,
  sleep: (ms: number) => Promise<unknown> = pause,
): () => Promise<void> {
  let before = activeMs();
  return async () => {
    const pauseMs = Math.min(maxPauseMs, (activeMs() - before) * 2);
    if (pauseMs >= 1) await sleep(pauseMs);
    before = activeMs();
  };
}

/** In nanoseconds. */
type EventLoopDelays = Pick<ELDHistogram, 'count' | 'mean' | 'enable' | 'disable' | 'reset'>;

const resolutionMs = 20;
const minSamples = 3;
const maxMeanDelayMs = 500;
const sampleMs = 1000;

export function monitorEventLoop(
  delays: EventLoopDelays = monitorEventLoopDelay({ resolution: resolutionMs }),
) {
  delays.enable();
  let isOverloaded = false;
  let wasSlow = false;
  const timer = setInterval(() => {
    if (delays.count < minSamples) return;
    const isSlow = delays.mean / 1e6 > maxMeanDelayMs;
    isOverloaded = isSlow && wasSlow;
    wasSlow = isSlow;
    delays.reset();
  }, sampleMs);
  timer.unref();
  return {
    isOverloaded: () => isOverloaded,
    close() {
      clearInterval(timer);
      delays.disable();
    },
  };
}
