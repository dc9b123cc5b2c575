import { createHmac, randomBytes } from 'node:crypto';

/**
 * A key is used for new counts for so long. After it nobody can tell whose count one was, where the key was of this
 * process alone; one of several nodes can be derived anew by whoever has the shared key.
 */
export const keyLifetimeMs = 3_600_000;

export interface HourlyKeys {
  current: Buffer;
  /** Of the hour before, as long as a count that began then may go on; null otherwise, and it is forgotten. */
  previous: Buffer | null;
}

/**
 * Keys that change each hour: random ones of this process, or, where nodes count together, ones that each of them
 * derives from the shared one and the hour. The one before lives until the last count under it is over.
 */
export function createHourlyKeys({
  shared,
  now,
  longestMs,
}: {
  shared: Buffer | null;
  now: () => number;
  /** Of the counts under these keys. */
  longestMs: number;
}): () => HourlyKeys {
  let hour = Number.NaN;
  let keys: HourlyKeys = { current: Buffer.alloc(0), previous: null };
  const derive = (key: Buffer, at: number) => createHmac('sha256', key).update(String(at)).digest();

  return () => {
    const time = now();
    const at = Math.floor(time / keyLifetimeMs);
    if (at !== hour) {
      keys = shared
        ? { current: derive(shared, at), previous: derive(shared, at - 1) }
        : { current: randomBytes(32), previous: at === hour + 1 ? keys.current : null };
      hour = at;
    }
    if (keys.previous && time >= hour * keyLifetimeMs + longestMs) keys = { ...keys, previous: null };
    return keys;
  };
}
