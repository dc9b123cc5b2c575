/** Longest that a chain of awaits may hold the process, in milliseconds. */
const holdMsMax = 2;

/**
 * Gives way where this turn of the event loop has been long. What is awaited in a chain and answers within the process
 * goes on in the same turn again and again, and nobody else's request is read meanwhile.
 */
export function createBreath(): () => Promise<void> {
  let begun: number | null = null;
  return async () => {
    if (begun === null) {
      begun = performance.now();
      setImmediate(() => {
        begun = null;
      });
    } else if (performance.now() - begun > holdMsMax)
      await new Promise<void>((resolve) => setImmediate(resolve));
  };
}
