export interface ConcurrencyLimit {
  /** Returns a release function (safe to call twice) or which limit is reached. `cost` is 1 unless given. */
  acquire(client: string, cost?: number): (() => void) | 'client' | 'all';
  count(): number;
}

export function createConcurrencyLimit({
  perClient,
  total,
}: {
  perClient(): number;
  total: number;
}): ConcurrencyLimit {
  const active = new Map<string, number>();
  let totalActive = 0;
  return {
    acquire(client, cost = 1) {
      const current = active.get(client) ?? 0;
      if (current + cost > perClient()) return 'client';
      if (totalActive + cost > total) return 'all';
      active.set(client, current + cost);
      totalActive += cost;
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        totalActive -= cost;
        const remaining = (active.get(client) ?? cost) - cost;
        if (remaining === 0) active.delete(client);
        else active.set(client, remaining);
      };
    },
    count: () => totalActive,
  };
}
