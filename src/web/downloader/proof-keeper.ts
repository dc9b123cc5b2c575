import type { Proof, ProofAnswer, ProofOffer, ProofQuestion } from '#verification/contract.ts';

export type ProofState =
  /** Nothing is asked for. */
  | { phase: 'none' }
  | { phase: 'working'; pass: string | null; words: ProofOffer['words'] }
  | { phase: 'done'; pass: string; words: ProofOffer['words'] }
  | { phase: 'failed'; words: ProofOffer['words'] };

/**
 * The work for one post on the page: begun when its answer comes, while the visitor does the sum. A later answer about
 * the same post brings a new question; until that is solved the pass before it counts on.
 */
export interface ProofKeeper {
  read(): ProofState;
  onChange(listener: () => void): () => void;
  /** The state when the work under way is over. */
  settled(): Promise<ProofState>;
  /** `offer`: what came with an answer; nothing where no proof is asked for. A question that is known already is let be. */
  take(offer: ProofOffer | undefined): void;
}

export function createProofKeeper(): ProofKeeper {
  let state: ProofState = { phase: 'none' };
  let current: ProofQuestion | null = null;
  const listeners = new Set<() => void>();

  function become(next: ProofState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  return {
    read: () => state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settled: () =>
      new Promise((resolve) => {
        const look = () => {
          if (state.phase === 'working') return;
          listeners.delete(look);
          resolve(state);
        };
        listeners.add(look);
        look();
      }),
    take(offer) {
      if (!offer) {
        current = null;
        if (state.phase !== 'none') become({ phase: 'none' });
        return;
      }
      const { question, words } = offer;
      if (current?.signature === question.signature) return;
      const isSamePost = current?.parameters.data.post === question.parameters.data.post;
      current = question;
      const pass = isSamePost && 'pass' in state ? state.pass : null;
      become({ phase: 'working', pass, words });
      void prove(question).then((won) => {
        if (current !== question) return;
        if (won !== null) become({ phase: 'done', pass: won, words });
        else become({ phase: 'failed', words });
      });
    },
  };
}

/** That of the one post a page shows; where it shows several, each has its own. */
export const pageProof = createProofKeeper();

/** A pass, or null: no worker, no result, or a refusal. What to do about it is the same for all. */
async function prove(question: ProofQuestion): Promise<string | null> {
  const proof = await solve(question);
  if (!proof) return null;
  try {
    const response = await fetch('/functions/v1/redeem-proof', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(proof),
    });
    const answer = (await response.json()) as Partial<Extract<ProofAnswer, { success: true }>>;
    return answer.success === true && typeof answer.pass === 'string' ? answer.pass : null;
  } catch {
    // Offline, or an answer that is not ours: to the visitor both are a proof that was not taken.
    return null;
  }
}

function solve(question: ProofQuestion): Promise<Proof | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
    const end = (proof: Proof | null) => {
      worker.terminate();
      resolve(proof);
    };
    worker.onmessage = ({ data }: MessageEvent<Proof | null>) => end(data);
    worker.onerror = (fault) => {
      // The page says that it failed; the console need not.
      fault.preventDefault();
      end(null);
    };
    worker.onmessageerror = () => end(null);
    worker.postMessage(question);
  });
}
