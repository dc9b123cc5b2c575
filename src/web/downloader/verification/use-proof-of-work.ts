import { createContext, useContext, useEffect, useMemo } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { Quality } from '#extraction/contract.ts';
import type { ProofOfWorkChallenge } from '#verification/contract.ts';
import { type ProofOfWorkClient, type ProofOfWorkState, pageProofOfWork } from './proof-of-work.ts';

export const ProofOfWorkContext = createContext<ProofOfWorkClient>(pageProofOfWork);

/** `initialChallenge` comes with a server-rendered page; later ones come with extract responses. */
export function useProofOfWork(initialChallenge: ProofOfWorkChallenge | null): ProofOfWorkState {
  const proofClient = useContext(ProofOfWorkContext);
  useEffect(() => {
    if (initialChallenge) proofClient.setChallenge(initialChallenge);
  }, [proofClient, initialChallenge]);
  return useStore(proofClient);
}

/** Combined state of a batch: working while one of the posts has no token yet. */
export function combineProofs(proofClients: readonly ProofOfWorkClient[]): StoreApi<ProofOfWorkState> {
  const combined = createStore<ProofOfWorkState>(() => ({ phase: 'none' }));
  const update = () => {
    const states = proofClients.map(({ getState }) => getState());
    combined.setState(
      states.find((state) => state.phase === 'working' && !hasToken(state)) ?? { phase: 'none' },
      true,
    );
  };
  for (const { subscribe } of proofClients) subscribe(update);
  return combined;
}

const hasToken = (proof: ProofOfWorkState) => 'token' in proof && proof.token !== null;

/** Server-rendered results have a challenge before the client knows it; they stay locked until there is a token. */
export function isProofDone(proof: ProofOfWorkState, initialChallenge: ProofOfWorkChallenge | null): boolean {
  return proof.phase === 'none' ? initialChallenge === null : hasToken(proof);
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
