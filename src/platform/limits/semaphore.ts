/** FIFO. */
export function createSemaphore({ concurrency, maxQueued }: { concurrency: number; maxQueued: number }) {
  let active = 0;
  const queue = new Set<() => void>();

  function createRelease(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = queue;
      if (next) next();
      else active -= 1;
    };
  }

  return {
    /** Returns a release function; null if the queue is full or `signal` is aborted. */
    async acquire(signal: AbortSignal): Promise<(() => void) | null> {
      if (signal.aborted) return null;
      if (active < concurrency) {
        active += 1;
        return createRelease();
      }
      if (queue.size >= maxQueued) return null;
      return new Promise((resolve) => {
        const onAbort = () => {
          queue.delete(onAcquired);
          resolve(null);
        };
        const onAcquired = () => {
          queue.delete(onAcquired);
          signal.removeEventListener('abort', onAbort);
          resolve(createRelease());
        };
        signal.addEventListener('abort', onAbort, { once: true });
        queue.add(onAcquired);
      });
    },
  };
}
