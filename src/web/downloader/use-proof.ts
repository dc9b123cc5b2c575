import { createContext, useCallback, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Quality } from '#media/contract.ts';
import type { ProofOffer } from '#verification/contract.ts';
import { type ProofKeeper, type ProofState, pageProof } from './proof-keeper.ts';

export const ProofKeeperContext = createContext<ProofKeeper>(pageProof);

const onServer: ProofState = { phase: 'none' };

/** `rendered`: the offer a page came with that the server rendered whole; other ones come with their answers. */
export function useProof(rendered: ProofOffer | null): ProofState {
  const keeper = useContext(ProofKeeperContext);
  useEffect(() => {
    if (rendered) keeper.take(rendered);
  }, [keeper, rendered]);
  return useSyncExternalStore(keeper.onChange, keeper.read, () => onServer);
}

/** Of several posts at once: working as long as one of them is. */
export function useProofs(keepers: readonly ProofKeeper[]): ProofState {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = keepers.map(({ onChange }) => onChange(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [keepers],
  );
  const read = () =>
    keepers
      .map((keeper) => keeper.read())
      .find((state) => state.phase === 'working' && state.pass === null) ?? onServer;
  return useSyncExternalStore(subscribe, read, () => onServer);
}

/** The address of a file with the pass that is there, or comes; null stays null. */
export async function unlockAddress(url: string | null, keeper: ProofKeeper): Promise<string | null> {
  if (url === null) return null;
  const proof = await keeper.settled();
  return 'pass' in proof && proof.pass !== null ? withPass(url, proof.pass) : url;
}

const withPass = (url: string, pass: string) => `${url}?pass=${pass}`;

/** The files with the pass in their addresses; while there is none, without an address to show them by. */
export function useUnlocked(qualities: Quality[], proof: ProofState): Quality[] {
  const pass = 'pass' in proof ? proof.pass : null;
  const isWaiting = proof.phase === 'working' && pass === null;
  return useMemo(() => {
    if (isWaiting) return qualities.map((quality) => ({ ...quality, previewUrl: '' }));
    if (pass === null) return qualities;
    return qualities.map((quality) => ({
      ...quality,
      url: withPass(quality.url, pass),
      previewUrl: withPass(quality.previewUrl, pass),
    }));
  }, [qualities, pass, isWaiting]);
}
