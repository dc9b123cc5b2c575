import { createHmac, randomBytes } from 'node:crypto';

/** Once a key is gone, its counts can't be traced to a client, unless keys derive from a shared key. */
const keyLifetimeMs = 3_600_000;

/** `previous` is the key of the previous hour while counts under it may continue, otherwise null. */
export function createRotatingKeys({
  shared,
  now,
  maxWindowMs,
}: {
  shared: Buffer | null;
  now: () => number;
  maxWindowMs: number;
}): () => { current: Buffer; previous: Buffer | null } {
  let hour = Number.NaN;
  let current = Buffer.alloc(0);
  let previous: Buffer | null = null;
  const createKey = (at: number) =>
    shared ? createHmac('sha256', shared).update(String(at)).digest() : randomBytes(32);

  return () => {
    const time = now();
    const at = Math.floor(time / keyLifetimeMs);
    if (at !== hour) {
      if (shared) previous = createKey(at - 1);
      else previous = at === hour + 1 ? current : null;
      current = createKey(at);
      hour = at;
    }
    if (time >= hour * keyLifetimeMs + maxWindowMs) previous = null;
    return { current, previous };
  };
}
