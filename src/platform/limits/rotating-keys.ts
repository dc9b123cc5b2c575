import { createHmac, randomBytes } from 'node:crypto';

/** Once a key is gone, its counts can't be traced to a client, unless keys derive from a shared key. */
export const keyLifetimeMs = 3_600_000;

export interface RotatingKeys {
  current: Buffer;
  /** Key of the previous hour while counts under it may continue, otherwise null. */
  previous: Buffer | null;
}

export function createRotatingKeys({
  shared,
  now,
  maxWindowMs,
}: {
  shared: Buffer | null;
  now: () => number;
  maxWindowMs: number;
}): () => RotatingKeys {
  let hour = Number.NaN;
  let keys: RotatingKeys = { current: Buffer.alloc(0), previous: null };
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
    if (keys.previous && time >= hour * keyLifetimeMs + maxWindowMs) keys = { ...keys, previous: null };
    return keys;
  };
}
