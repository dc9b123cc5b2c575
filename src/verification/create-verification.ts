import type { Sealer } from '#platform/sealed-token.ts';
import { type Challenge, drawChallenge, isSolved } from './contract.ts';

export interface Verification {
  /** A fresh sum, and the same sum sealed, for a page without JavaScript to send back. */
  issue(): { challenge: Challenge; token: string };
  /** Whether `typed` is the sum sealed in `token`; false too for a damaged or expired one. */
  verify(token: string, typed: string): boolean;
}

const challengeLifetimeMs = 30 * 60_000;

export function createVerification(options: {
  sealer: Sealer;
  now: () => number;
  random: () => number;
}): Verification {
  return {
    issue() {
      const challenge = drawChallenge(options.random);
      const expiresAt = options.now() + challengeLifetimeMs;
      return { challenge, token: options.sealer.seal({ ...challenge, expiresAt }) };
    },
    verify(token, typed) {
      const opened = options.sealer.open(token);
      if (!opened.ok || !isIssued(opened.value)) return false;
      return opened.value.expiresAt > options.now() && isSolved(opened.value, typed);
    },
  };
}

function isIssued(value: unknown): value is Challenge & { expiresAt: number } {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return [fields.left, fields.right, fields.expiresAt].every((field) => typeof field === 'number');
}
