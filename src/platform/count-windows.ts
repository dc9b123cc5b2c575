/** Points used by one key within its running window. */
export interface Count {
  points: number;
  /** Milliseconds since 1970. */
  endsAt: number;
}

export interface CountWindows {
  add(key: number, points: number, windowMs: number): Count;
  get(key: number): Count | null;
}

/** Points of one key beyond these are not told apart. */
export const pointsMax = 2 ** 18 - 1;

/**
 * Counts in memory, one window for each key, which begins with its first point. Both numbers of a count stand in one
 * (tenths of a second above, points below): a million keys take some 90 MB, a tenth of what objects and timers would.
 * Beyond `keysMax` the key that began first is forgotten.
 */
export function createCountWindows({ keysMax, now }: { keysMax: number; now: () => number }): CountWindows {
  const counts = new Map<number, number>();
  const unpack = (packed: number): Count => ({
    points: packed % (pointsMax + 1),
    endsAt: Math.floor(packed / (pointsMax + 1)) * 100,
  });

  function dropOld(time: number): void {
    for (const [key, packed] of counts) {
      if (counts.size <= keysMax && unpack(packed).endsAt > time) return;
      counts.delete(key);
    }
  }

  function get(key: number): Count | null {
    const packed = counts.get(key);
    if (packed === undefined) return null;
    const count = unpack(packed);
    return count.endsAt > now() ? count : null;
  }

  return {
    get,
    add(key, points, windowMs) {
      const time = now();
      const running = get(key);
      const endsAt = running ? running.endsAt : Math.floor((time + windowMs) / 100) * 100;
      const sum = (running?.points ?? 0) + points;
      const count = { points: Math.max(0, Math.min(sum, pointsMax)), endsAt };
      // What begins anew goes to the end: the first ones are those whose windows began first.
      if (!running) counts.delete(key);
      counts.set(key, (endsAt / 100) * (pointsMax + 1) + count.points);
      dropOld(time);
      return count;
    },
  };
}
