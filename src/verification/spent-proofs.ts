/** Of ioredis what is needed. */
export interface SharedMemory {
  set(key: string, value: string, unit: 'PX', milliseconds: number, condition: 'NX'): Promise<string | null>;
}

/** True for the first who spends `id`; it is remembered for as long as it could be spent again. */
export type SpendProof = (id: string, lifetimeMs: number) => Promise<boolean>;

/** 100,000 of them are some 15 MB. */
const rememberedAtMost = 100_000;

/**
 * In Valkey for all nodes, else in this process. Bounded: beyond the bound the oldest is forgotten, which costs whoever
 * wants to spend it again a hundred thousand proofs. While Valkey is away each node remembers by itself.
 */
export function createSpentProofs(
  shared: SharedMemory | null,
  { now, atMost = rememberedAtMost }: { now: () => number; atMost?: number },
): SpendProof {
  const spent = new Map<string, number>();

  function spendHere(id: string, lifetimeMs: number): boolean {
    const known = spent.get(id);
    if (known !== undefined && known > now()) return false;
    spent.delete(id);
    for (const [oldest, endsAt] of spent) {
      if (endsAt > now() && spent.size < atMost) break;
      spent.delete(oldest);
    }
    spent.set(id, now() + lifetimeMs);
    return true;
  }

  return async (id, lifetimeMs) => {
    // Noted here too, so that a Valkey which goes away in between does not open this node to what it has seen.
    const isFirstHere = spendHere(id, lifetimeMs);
    if (!shared || !isFirstHere) return isFirstHere;
    try {
      return (await shared.set(`unspool-proof-${id}`, '1', 'PX', lifetimeMs, 'NX')) === 'OK';
    } catch {
      // The connection reports its own faults; this node's word has to do.
      return true;
    }
  };
}
