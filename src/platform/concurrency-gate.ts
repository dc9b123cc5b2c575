export interface ConcurrencyGate {
  /** Gives what ends the stay, which may be called twice; or what is full. */
  enter(client: string): (() => void) | 'client' | 'all';
  /** How many are in. */
  count(): number;
}

/** Lets so many in at the same time, of each client and in all. Nobody waits. */
export function createConcurrencyGate({
  perClient,
  total,
}: {
  perClient: number;
  total: number;
}): ConcurrencyGate {
  const inside = new Map<string, number>();
  let all = 0;
  return {
    enter(client) {
      const own = inside.get(client) ?? 0;
      if (own >= perClient) return 'client';
      if (all >= total) return 'all';
      inside.set(client, own + 1);
      all += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        all -= 1;
        const left = (inside.get(client) ?? 1) - 1;
        if (left === 0) inside.delete(client);
        else inside.set(client, left);
      };
    },
    count: () => all,
  };
}
