export interface WindowCount {
  points: number;
  /** Unix milliseconds. */
  endsAt: number;
}

export const maxPoints = 2 ** 18 - 1;

const packingBase = maxPoints + 1;

/** Packs each count into one number: a million keys take 100 MB, in RateLimiterMemory 600 MB. */
export function createWindowCounter({ keysMax, now }: { keysMax: number; now: () => number }) {
  const counts = new Map<number, number>();

  function get(key: number): WindowCount | null {
    const packed = counts.get(key) ?? 0;
    const endsAt = Math.floor(packed / packingBase) * 100;
    return endsAt > now() ? { points: packed % packingBase, endsAt } : null;
  }

  return {
    get,
    add(key: number, points: number, windowMs: number): WindowCount {
      const running = get(key);
      const endsAt = running ? running.endsAt : Math.floor((now() + windowMs) / 100) * 100;
      const sum = (running?.points ?? 0) + points;
      const count = { points: Math.max(0, Math.min(sum, maxPoints)), endsAt };
      // Reinsert new windows at the end, so the map stays sorted by start.
      if (!running) counts.delete(key);
      counts.set(key, (endsAt / 100) * packingBase + count.points);
      for (const oldest of counts.keys()) {
        if (counts.size <= keysMax && get(oldest)) break;
        counts.delete(oldest);
      }
      return count;
    },
  };
}
