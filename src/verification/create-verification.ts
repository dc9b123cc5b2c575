import type { Sealer } from '#platform/sealed-token.ts';
import { type Challenge, drawChallenge, isSolved } from './contract.ts';

export interface ChallengeService {
  /** A new sum, plain and sealed. A page without JavaScript sends the token back. */
  issue(): { challenge: Challenge; token: string };
  verify(token: string, answer: string): boolean;
}

const challengeLifetimeMs = 30 * 60_000;

export function createChallengeService(options: {
  sealer: Sealer;
  now: () => number;
  random: () => number;
}): ChallengeService {
  return {
    issue() {
      const challenge = drawChallenge(options.random);
      const expiresAt = options.now() + challengeLifetimeMs;
      return { challenge, token: options.sealer.seal({ ...challenge, expiresAt }) };
    },
    verify(token, answer) {
      const opened = options.sealer.open(token);
      if (!opened.ok || !isSealedChallenge(opened.value)) return false;
      return opened.value.expiresAt > options.now() && isSolved(opened.value, answer);
    },
  };
}

function isSealedChallenge(value: unknown): value is Challenge & { expiresAt: number } {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return [fields.left, fields.right, fields.expiresAt].every((field) => typeof field === 'number');
}
