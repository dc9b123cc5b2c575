export interface ConcurrencyLimit {
  /** Returns a release function (safe to call twice) or which limit is reached. */
  acquire(client: string): (() => void) | 'client' | 'all';
  count(): number;
}

export function createConcurrencyLimit({
  perClient,
  total,
}: {
  perClient: number;
  total: number;
}): ConcurrencyLimit {
  const active = new Map<string, number>();
  let totalActive = 0;
  return {
    acquire(client) {
      const current = active.get(client) ?? 0;
      if (current >= perClient) return 'client';
      if (totalActive >= total) return 'all';
      active.set(client, current + 1);
      totalActive += 1;
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        totalActive -= 1;
        const remaining = (active.get(client) ?? 1) - 1;
        if (remaining === 0) active.delete(client);
        else active.set(client, remaining);
      };
    },
    count: () => totalActive,
  };
}
