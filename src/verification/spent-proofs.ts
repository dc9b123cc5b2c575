export interface SharedKeyValueStore {
  set(key: string, value: string, unit: 'PX', milliseconds: number, condition: 'NX'): Promise<string | null>;
}

/** Resolves with true only for the first use of `id` within its lifetime. */
export type ConsumeNonce = (id: string, lifetimeMs: number) => Promise<boolean>;

/** About 15 MB. */
const defaultMaxEntries = 100_000;

/**
 * In Valkey for all nodes, otherwise in this process. The local store drops the oldest id when it is full.
 * While Valkey is unavailable, each node uses its own store.
 */
export function createReplayStore(
  shared: SharedKeyValueStore | null,
  { now, maxEntries = defaultMaxEntries }: { now: () => number; maxEntries?: number },
): ConsumeNonce {
  const consumedNonces = new Map<string, number>();

  function consumeLocally(id: string, lifetimeMs: number): boolean {
    const knownExpiry = consumedNonces.get(id);
    if (knownExpiry !== undefined && knownExpiry > now()) return false;
    consumedNonces.delete(id);
    for (const [oldest, expiresAt] of consumedNonces) {
      if (expiresAt > now() && consumedNonces.size < maxEntries) break;
      consumedNonces.delete(oldest);
    }
    consumedNonces.set(id, now() + lifetimeMs);
    return true;
  }

  return async (id, lifetimeMs) => {
    // Also store the id locally, so that it stays used if Valkey becomes unavailable.
    const isFirstLocally = consumeLocally(id, lifetimeMs);
    if (!shared || !isFirstLocally) return isFirstLocally;
    try {
      return (await shared.set(`unspool-proof-${id}`, '1', 'PX', lifetimeMs, 'NX')) === 'OK';
    } catch {
      // The connection reports its own errors. Rely on the local store.
      return true;
    }
  };
}
