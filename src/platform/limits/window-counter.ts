export interface WindowCount {
  points: number;
  /** Unix milliseconds. */
  endsAt: number;
}

export interface WindowCounter {
  add(key: number, points: number, windowMs: number): WindowCount;
  get(key: number): WindowCount | null;
}

export const maxPoints = 2 ** 18 - 1;

/** Packs each count into one number: a million keys take 90 MB, a tenth of what objects would. */
export function createWindowCounter({ keysMax, now }: { keysMax: number; now: () => number }): WindowCounter {
  const counts = new Map<number, number>();
  const unpack = (packed: number): WindowCount => ({
    points: packed % (maxPoints + 1),
    endsAt: Math.floor(packed / (maxPoints + 1)) * 100,
  });

  function evict(time: number): void {
    for (const [key, packed] of counts) {
      if (counts.size <= keysMax && unpack(packed).endsAt > time) return;
      counts.delete(key);
    }
  }

  function get(key: number): WindowCount | null {
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
      const count = { points: Math.max(0, Math.min(sum, maxPoints)), endsAt };
      // Reinsert new windows at the end, so the map stays sorted by start.
      if (!running) counts.delete(key);
      counts.set(key, (endsAt / 100) * (maxPoints + 1) + count.points);
      evict(time);
      return count;
    },
  };
}
