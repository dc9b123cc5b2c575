import type { ConversionLimits } from '../contract.ts';

export interface Semaphore {
  /** Resolves with the release function; null on a full queue, a timeout or an abort. */
  acquire(signal: AbortSignal): Promise<(() => void) | null>;
}

export function createSemaphore({
  concurrency,
  maxQueueLength,
  waitMs,
}: Pick<ConversionLimits, 'concurrency' | 'maxQueueLength' | 'waitMs'>): Semaphore {
  const queue: (() => void)[] = [];
  let inFlight = 0;

  const release = () => {
    const next = queue.shift();
    if (next) next();
    else inFlight -= 1;
  };
  /** The release function may be called twice. */
  const createRelease = () => {
    let isReleased = false;
    return () => {
      if (!isReleased) release();
      isReleased = true;
    };
  };

  return {
    async acquire(signal) {
      if (signal.aborted) return null;
      if (inFlight < concurrency) {
        inFlight += 1;
        return createRelease();
      }
      if (queue.length >= maxQueueLength) return null;
      return new Promise((resolve) => {
        const settle = (value: (() => void) | null) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', cancel);
          resolve(value);
        };
        const onAcquired = () => settle(createRelease());
        const cancel = () => {
          queue.splice(queue.indexOf(onAcquired), 1);
          settle(null);
        };
        const timer = setTimeout(cancel, waitMs);
        signal.addEventListener('abort', cancel, { once: true });
        queue.push(onAcquired);
      });
    },
  };
}
