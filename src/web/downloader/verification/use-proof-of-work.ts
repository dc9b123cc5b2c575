import { createContext, useCallback, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Quality } from '#extraction/contract.ts';
import type { ProofOfWorkChallenge } from '#verification/contract.ts';
import { type ProofOfWorkClient, type ProofOfWorkState, pageProofOfWork } from './proof-of-work.ts';

export const ProofOfWorkContext = createContext<ProofOfWorkClient>(pageProofOfWork);

const onServer: ProofOfWorkState = { phase: 'none' };

/** `initialChallenge` comes with a server-rendered page; later ones come with extract responses. */
export function useProofOfWork(initialChallenge: ProofOfWorkChallenge | null): ProofOfWorkState {
  const proofClient = useContext(ProofOfWorkContext);
  useEffect(() => {
    if (initialChallenge) proofClient.setChallenge(initialChallenge);
  }, [proofClient, initialChallenge]);
  return useSyncExternalStore(proofClient.onChange, proofClient.read, () => onServer);
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
      .find((state) => state.phase === 'working' && state.pass === null) ?? onServer;
  return useSyncExternalStore(subscribe, read, () => onServer);
}

/** Waits for running work, then adds the token to the URL. */
export async function addProofToken(
  url: string | null,
  proofClient: ProofOfWorkClient,
): Promise<string | null> {
  if (url === null) return null;
  const proof = await proofClient.whenSettled();
  return 'pass' in proof && proof.pass !== null ? withPass(url, proof.pass) : url;
}

const withPass = (url: string, pass: string) => `${url}?pass=${pass}`;

/** Adds the token to the URLs; preview URLs are empty while the first token is pending. */
export function useUnlockedQualities(qualities: Quality[], proof: ProofOfWorkState): Quality[] {
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
