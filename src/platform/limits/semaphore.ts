export interface Semaphore {
  /** Returns a release function; null if the queue is full or `signal` is aborted. */
  acquire(signal: AbortSignal): Promise<(() => void) | null>;
}

/** FIFO. */
export function createSemaphore({
  concurrency,
  maxQueued,
}: {
  concurrency: number;
  maxQueued: number;
}): Semaphore {
  let active = 0;
  const queue = new Set<() => void>();

  /** Passes the slot directly to the next in the queue. */
  function release(): void {
    const [next] = queue;
    if (!next) active -= 1;
    next?.();
  }

  function createRelease(): () => void {
    let isReleased = false;
    return () => {
      if (!isReleased) release();
      isReleased = true;
    };
  }

  return {
    async acquire(signal) {
      if (signal.aborted) return null;
      if (active < concurrency) {
        active += 1;
        return createRelease();
      }
      if (queue.size >= maxQueued) return null;
      const isAcquired = await new Promise<boolean>((resolve) => {
        const onAbort = () => {
          queue.delete(onAcquired);
          resolve(false);
        };
        const onAcquired = () => {
          queue.delete(onAcquired);
          signal.removeEventListener('abort', onAbort);
          resolve(true);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        queue.add(onAcquired);
      });
      return isAcquired ? createRelease() : null;
    },
  };
}
