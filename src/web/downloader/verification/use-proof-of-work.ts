import { createContext, useCallback, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Quality } from '#extraction/contract.ts';
import type { ProofOfWorkChallenge } from '#verification/contract.ts';
import { type ProofOfWorkClient, type ProofOfWorkState, pageProofOfWork } from './proof-of-work.ts';

export const ProofOfWorkContext = createContext<ProofOfWorkClient>(pageProofOfWork);

const serverState: ProofOfWorkState = { phase: 'none' };

/** `initialChallenge` comes with a server-rendered page; later ones come with extract responses. */
export function useProofOfWork(initialChallenge: ProofOfWorkChallenge | null): ProofOfWorkState {
  const proofClient = useContext(ProofOfWorkContext);
  useEffect(() => {
    if (initialChallenge) proofClient.setChallenge(initialChallenge);
  }, [proofClient, initialChallenge]);
  return useSyncExternalStore(proofClient.onChange, proofClient.read, () => serverState);
}

/** Combined state of a batch: working while one of the posts has no token yet. */
export function useBatchProofOfWork(proofClients: readonly ProofOfWorkClient[]): ProofOfWorkState {
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribers = proofClients.map(({ onChange }) => onChange(listener));
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe();
      };
    },
    [proofClients],
  );
  const read = () =>
    proofClients
      .map((proofClient) => proofClient.read())
      .find((state) => state.phase === 'working' && state.token === null) ?? serverState;
  return useSyncExternalStore(subscribe, read, () => serverState);
}

export async function addProofToken(
  url: string | null,
  proofClient: ProofOfWorkClient,
): Promise<string | null> {
  if (url === null) return null;
  const proof = await proofClient.whenSettled();
  return 'token' in proof && proof.token !== null ? withToken(url, proof.token) : url;
}

const withToken = (url: string, token: string) => `${url}?pass=${token}`;

/** Adds the token to the URLs; preview URLs are empty while the first token is pending. */
export function useUnlockedQualities(qualities: Quality[], proof: ProofOfWorkState): Quality[] {
  const token = 'token' in proof ? proof.token : null;
  const isWaiting = proof.phase === 'working' && token === null;
  return useMemo(() => {
    if (isWaiting) return qualities.map((quality) => ({ ...quality, previewUrl: '' }));
    if (token === null) return qualities;
    return qualities.map((quality) => ({
      ...quality,
      url: withToken(quality.url, token),
      previewUrl: withToken(quality.previewUrl, token),
    }));
  }, [qualities, token, isWaiting]);
}
