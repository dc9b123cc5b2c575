import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { AltchaChallenge, ProofOfWorkPayload } from '#verification/contract.ts';

/** Solves one challenge off the main thread; posts null if it took too long. */
self.onmessage = async ({ data: question }: MessageEvent<AltchaChallenge>) => {
  const solution = await solveChallenge({ challenge: question, deriveKey });
  const proof: ProofOfWorkPayload | null = solution && {
    question,
    solution: { counter: solution.counter, derivedKey: solution.derivedKey },
  };
  self.postMessage(proof);
};
