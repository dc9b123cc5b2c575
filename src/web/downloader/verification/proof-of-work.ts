import type {
  AltchaChallenge,
  ProofOfWorkChallenge,
  ProofOfWorkPayload,
  ProofOfWorkResponse,
} from '#verification/contract.ts';

export type ProofOfWorkState =
  /** No proof is required. */
  | { phase: 'none' }
  | { phase: 'working'; pass: string | null; messages: ProofOfWorkChallenge['words'] }
  | { phase: 'done'; pass: string; messages: ProofOfWorkChallenge['words'] }
  | { phase: 'failed'; messages: ProofOfWorkChallenge['words'] };

/**
 * Proof of work for one post on the page. It starts when the extract response arrives, while the user solves
 * the sum. A later response for the same post brings a new challenge; until that is solved, the previous
 * token stays in use.
 */
export interface ProofOfWorkClient {
  read(): ProofOfWorkState;
  onChange(listener: () => void): () => void;
  /** Resolves once no work is running. */
  whenSettled(): Promise<ProofOfWorkState>;
  /** Pass undefined if the response requires no proof. A challenge that is already known is ignored. */
  setChallenge(challenge: ProofOfWorkChallenge | undefined): void;
}

export function createProofOfWorkClient(): ProofOfWorkClient {
  let state: ProofOfWorkState = { phase: 'none' };
  let current: AltchaChallenge | null = null;
  const listeners = new Set<() => void>();

  function setState(next: ProofOfWorkState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  return {
    read: () => state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    whenSettled: () =>
      new Promise((resolve) => {
        const check = () => {
          if (state.phase === 'working') return;
          listeners.delete(check);
          resolve(state);
        };
        listeners.add(check);
        check();
      }),
    setChallenge(challenge) {
      if (!challenge) {
        current = null;
        if (state.phase !== 'none') setState({ phase: 'none' });
        return;
      }
      const { question, words: messages } = challenge;
      if (current?.signature === question.signature) return;
      const isSamePost = current?.parameters.data.post === question.parameters.data.post;
      current = question;
      const pass = isSamePost && 'pass' in state ? state.pass : null;
      setState({ phase: 'working', pass, messages });
      void requestProofToken(question).then((token) => {
        if (current !== question) return;
        if (token !== null) setState({ phase: 'done', pass: token, messages });
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
    // Offline, or not our response: either way the proof failed.
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
