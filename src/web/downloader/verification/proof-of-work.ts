import { createStore } from 'zustand';
import type {
  AltchaChallenge,
  ProofOfWorkChallenge,
  ProofOfWorkPayload,
  ProofOfWorkResponse,
} from '#verification/contract.ts';

export type ProofOfWorkState =
  | { phase: 'none' }
  | { phase: 'working'; token: string | null; messages: ProofOfWorkChallenge['words'] }
  | { phase: 'done'; token: string; messages: ProofOfWorkChallenge['words'] }
  | { phase: 'failed'; messages: ProofOfWorkChallenge['words'] };

export type ProofOfWorkClient = ReturnType<typeof createProofOfWorkClient>;

/** Until a later challenge for the same post is solved, the previous token stays in use. */
export function createProofOfWorkClient() {
  const { setState: mergeState, ...store } = createStore<ProofOfWorkState>(() => ({ phase: 'none' }));
  const setState = (state: ProofOfWorkState) => mergeState(state, true);
  let current: AltchaChallenge | null = null;

  return {
    ...store,
    whenSettled: () =>
      new Promise<ProofOfWorkState>((resolve) => {
        const check = (state: ProofOfWorkState) => {
          if (state.phase === 'working') return;
          unsubscribe();
          resolve(state);
        };
        const unsubscribe = store.subscribe(check);
        check(store.getState());
      }),
    /** Pass undefined if the response requires no proof. */
    setChallenge(challenge: ProofOfWorkChallenge | undefined) {
      if (!challenge) {
        current = null;
        setState({ phase: 'none' });
        return;
      }
      const { question, words: messages } = challenge;
      if (current?.signature === question.signature) return;
      const isSamePost = current?.parameters.data.post === question.parameters.data.post;
      current = question;
      const state = store.getState();
      const previousToken = isSamePost && 'token' in state ? state.token : null;
      setState({ phase: 'working', token: previousToken, messages });
      void requestProofToken(question).then((token) => {
        if (current !== question) return;
        if (token !== null) setState({ phase: 'done', token, messages });
        else setState({ phase: 'failed', messages });
      });
    },
  };
}

/** For a page with one post; in a batch, each post has its own client. */
export const pageProofOfWork = createProofOfWorkClient();

/** Returns null on any failure of the worker or the server; the UI treats them alike. */
async function requestProofToken(question: AltchaChallenge): Promise<string | null> {
  const proof = await solve(question);
  if (!proof) return null;
  try {
    const response = await fetch('/functions/v1/redeem-proof', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(proof),
    });
    const body = (await response.json()) as Partial<Extract<ProofOfWorkResponse, { success: true }>>;
    return body.success === true && typeof body.pass === 'string' ? body.pass : null;
  } catch {
    return null;
  }
}

function solve(question: AltchaChallenge): Promise<ProofOfWorkPayload | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./proof-of-work-worker.ts', import.meta.url), { type: 'module' });
    const finish = (proof: ProofOfWorkPayload | null) => {
      worker.terminate();
      resolve(proof);
    };
    worker.onmessage = ({ data }: MessageEvent<ProofOfWorkPayload | null>) => finish(data);
    worker.onerror = (event) => {
      // The page shows the failure; keep it out of the console.
      event.preventDefault();
      finish(null);
    };
    worker.onmessageerror = () => finish(null);
    worker.postMessage(question);
  });
}
