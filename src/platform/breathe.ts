const maxBlockMs = 2;

/** Chained promises that resolve within the process stay in one turn and would block other requests. */
export function createEventLoopYield(): () => Promise<void> {
  let startedAt: number | null = null;
  return async () => {
    if (startedAt === null) {
      startedAt = performance.now();
      setImmediate(() => {
        startedAt = null;
      });
    } else if (performance.now() - startedAt > maxBlockMs)
      await new Promise<void>((resolve) => setImmediate(resolve));
  };
}
