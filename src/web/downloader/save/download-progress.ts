import type { MediaErrorCode } from '#media/contract.ts';
import type { browserTimers } from './browser-timers.ts';

export interface RunningProgress {
  phase: 'running';
  received: number;
  total: number | null;
  /** null until it is known, and while nothing arrives. */
  bytesPerSecond: number | null;
  /** No bytes for `stallMs`. */
  isStalled: boolean;
  retries: number;
}

export interface FailedProgress {
  phase: 'failed';
  reason: MediaErrorCode | 'no_data' | null;
  message: string | null;
}

export type DownloadProgress =
  | RunningProgress
  | { phase: 'saved' | 'cancelled' | 'browser' | 'shared' }
  /** Fetched and waiting for the tap that opens the share menu; `isRetry` if the last tap was too late. */
  | { phase: 'ready'; isRetry: boolean }
  | FailedProgress;

export const initialProgress: RunningProgress = {
  phase: 'running',
  received: 0,
  total: null,
  bytesPerSecond: null,
  isStalled: false,
  retries: 0,
};

/** After this long without a byte, the page says that it is waiting. */
export const stallMs = 2000;
/** Prevents a render for every chunk. */
const updateIntervalMs = 200;
const rateWindowMs = 5000;
const minRateMs = 1000;

export const announcedSteps = [0, 25, 50, 75, 100] as const;

export function announcedStep(received: number, total: number | null): number | null {
  if (total === null || total === 0) return null;
  const percent = Math.floor((received / total) * 100);
  return announcedSteps.findLast((step) => step <= percent) ?? null;
}

/** Bytes per second over the last seconds; null until one second has passed. `at` is in milliseconds. */
export function createTransferRate() {
  let samples: { at: number; bytes: number }[] = [];
  return (at: number, bytes: number): number | null => {
    const last = samples.at(-1);
    // A transfer that could not be resumed starts again.
    if (last && bytes < last.bytes) samples = [];
    else if (last && at - last.at < updateIntervalMs) return rateSince(samples[0], at, bytes);
    samples = [...samples.filter((sample) => at - sample.at <= rateWindowMs), { at, bytes }];
    return rateSince(samples[0], at, bytes);
  };
}

function rateSince(
  first: { at: number; bytes: number } | undefined,
  at: number,
  bytes: number,
): number | null {
  const elapsedMs = first ? at - first.at : 0;
  return first && elapsedMs >= minRateMs ? ((bytes - first.bytes) / elapsedMs) * 1000 : null;
}

/** Turns every received chunk into a few updates a second, and says when nothing arrives. */
export function trackProgress(
  { now, schedule }: typeof browserTimers,
  onUpdate: (progress: RunningProgress) => void,
) {
  const measureRate = createTransferRate();
  let current = initialProgress;
  let updatedAt = Number.NEGATIVE_INFINITY;
  let cancelUpdate: (() => void) | null = null;
  let cancelStall = watch();

  function watch() {
    return schedule(stallMs, () => update({ isStalled: true, bytesPerSecond: null }));
  }

  function update(change: Partial<RunningProgress> = {}) {
    cancelUpdate?.();
    cancelUpdate = null;
    current = { ...current, ...change };
    updatedAt = now();
    onUpdate(current);
  }

  return {
    receive(received: number, total: number | null) {
      cancelStall();
      cancelStall = watch();
      const { isStalled } = current;
      const bytesPerSecond = measureRate(now(), received);
      current = { ...current, received, total, bytesPerSecond, isStalled: false };
      const waitMs = updatedAt + updateIntervalMs - now();
      if (isStalled || received === total || waitMs <= 0) update();
      else cancelUpdate ??= schedule(waitMs, update);
    },
    retry: () => update({ retries: current.retries + 1 }),
    stop() {
      cancelUpdate?.();
      cancelStall();
    },
  };
}
