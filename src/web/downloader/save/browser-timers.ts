/** Sleeps, then waits until the browser is online; resolves early on abort. */
export async function pauseUntilOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
  });
  if (navigator.onLine || signal.aborted) return;
  await new Promise<void>((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

export const browserTimers = {
  now: () => Date.now(),
  /** Like setTimeout; returns a function that cancels it. */
  schedule(milliseconds: number, callback: () => void) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
