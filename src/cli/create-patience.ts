import type { ExtractionResult } from '#threads/contract.ts';

/** Busy responses in a row, across links, before the command gives up. */
const maxBusyInRow = 3;
/** Per link. */
const maxAttempts = 2;

export interface RetryPolicy {
  /** Retries once if Threads is busy. Returns null if the command is interrupted. */
  run(read: () => Promise<ExtractionResult | null>): Promise<ExtractionResult | null>;
  isExhausted(): boolean;
}

/**
 * @param waitSeconds longest single wait
 * @param sleep resolves to false if interrupted
 */
export function createRetryPolicy(
  waitSeconds: number,
  sleep: (seconds: number) => Promise<boolean>,
): RetryPolicy {
  let busyInRow = 0;
  let retryAfterSeconds = 0;
  return {
    isExhausted: () => busyInRow >= maxBusyInRow,
    async run(read) {
      for (let attempts = 1; ; attempts += 1) {
        const seconds = Math.min(retryAfterSeconds, waitSeconds);
        if (busyInRow > 0 && seconds > 0 && !(await sleep(seconds))) return null;
        const result = await read();
        const isBusy = result?.ok === false && result.error.code === 'upstream.busy';
        busyInRow = isBusy ? busyInRow + 1 : 0;
        retryAfterSeconds = isBusy ? (result.error.retryAfterSeconds ?? 0) : 0;
        if (!isBusy || attempts === maxAttempts || busyInRow >= maxBusyInRow) return result;
      }
    },
  };
}
