import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Proof, ProofQuestion } from '#verification/contract.ts';

/** Does the work of one question beside the page, and answers with the proof, or null where it took too long. */
self.onmessage = async ({ data: question }: MessageEvent<ProofQuestion>) => {
  const solution = await solveChallenge({ challenge: question, deriveKey });
  const proof: Proof | null = solution && {
    question,
    solution: { counter: solution.counter, derivedKey: solution.derivedKey },
  };
  self.postMessage(proof);
};
