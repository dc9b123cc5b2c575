import { createHmac, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { createSealer, deriveKey as derivePurposeKey } from '#platform/crypto/sealed-token.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import {
  type AltchaChallenge,
  type ProofOfWorkErrorCode,
  type ProofOfWorkPayload,
  proofOfWorkLifetimeMs,
} from './contract.ts';

export interface SharedKeyValueStore {
  set(key: string, value: string, unit: 'PX', milliseconds: number, condition: 'NX'): Promise<string | null>;
}

/** Resolves with true only for the first use of `id` within its lifetime. */
export type ConsumeNonce = (id: string, lifetimeMs: number) => Promise<boolean>;

/** About 15 MB. */
const defaultMaxEntries = 100_000;

/** While Valkey is unavailable, each node uses its own store, which drops the oldest id when full. */
export function createReplayStore(
  shared: SharedKeyValueStore | null,
  { now, maxEntries = defaultMaxEntries }: { now: () => number; maxEntries?: number },
): ConsumeNonce {
  const consumedNonces = new Map<string, number>();

  function consumeLocally(id: string, lifetimeMs: number): boolean {
    const knownExpiry = consumedNonces.get(id);
    if (knownExpiry !== undefined && knownExpiry > now()) return false;
    consumedNonces.delete(id);
    for (const [oldest, expiresAt] of consumedNonces) {
      if (expiresAt > now() && consumedNonces.size < maxEntries) break;
      consumedNonces.delete(oldest);
    }
    consumedNonces.set(id, now() + lifetimeMs);
    return true;
  }

  return async (id, lifetimeMs) => {
    // Stored locally too, so that the id stays used if Valkey becomes unavailable.
    const isFirstLocally = consumeLocally(id, lifetimeMs);
    if (!shared || !isFirstLocally) return isFirstLocally;
    try {
      return (await shared.set(`unspool-proof-${id}`, '1', 'PX', lifetimeMs, 'NX')) === 'OK';
    } catch {
      // The connection reports its own errors.
      return true;
    }
  };
}

/** Half a million PBKDF2 rounds on average; docs/decisions/0022 has the measured times. */
const workParameters = { algorithm: 'PBKDF2/SHA-256', cost: 5_000, maxCounter: 200 } as const;
const tokenLifetimeMs = 15 * 60_000;

export type ProofOfWork = ReturnType<typeof createProofOfWork>;

interface ProofOfWorkDeps {
  secret: string | Buffer;
  now: () => number;
  shared: SharedKeyValueStore | null;
  onOutcome?: (outcome: 'issued' | 'taken' | ProofOfWorkErrorCode) => void;
}

export function createProofOfWork({ secret, now, shared, onOutcome }: ProofOfWorkDeps) {
  const consumeNonce = createReplayStore(shared, { now });
  const keyFor = (label: string) => derivePurposeKey(secret, label);
  const keys = {
    hmacSignatureSecret: keyFor('proof-question').toString('base64'),
    hmacKeySignatureSecret: keyFor('proof-answer').toString('base64'),
  };
  const postKey = keyFor('proof-post');
  const tokenSealer = createSealer(secret, 'proof-pass');
  const postDigest = (postUrl: string) =>
    createHmac('sha256', postKey).update(postUrl).digest('base64url').slice(0, 22);

  async function verifyPayload({
    question,
    solution,
  }: ProofOfWorkPayload): Promise<Result<string, ProofOfWorkErrorCode>> {
    const { nonce, expiresAt, data } = question.parameters;
    const remainingMs = expiresAt * 1000 - now();
    const { verified, expired } = await verifySolution({ challenge: question, solution, deriveKey, ...keys });
    if (!verified && !expired) return fail('proof.invalid');
    if (expired || remainingMs <= 0) return fail('proof.expired');
    if (!(await consumeNonce(nonce, remainingMs))) return fail('proof.spent');
    return ok(sealToken(data.post));
  }

  const sealToken = (post: unknown) => tokenSealer.seal({ post, expiresAt: now() + tokenLifetimeMs });

  return {
    async createChallenge(postUrl: string): Promise<AltchaChallenge> {
      const question = await createChallenge({
        algorithm: workParameters.algorithm,
        cost: workParameters.cost,
        deriveKey,
        ...keys,
        counter: randomInt(workParameters.maxCounter),
        expiresAt: Math.floor((now() + proofOfWorkLifetimeMs) / 1000),
        data: { post: postDigest(postUrl) },
      });
      onOutcome?.('issued');
      // altcha-lib's own type omits what these options guarantee.
      return question as AltchaChallenge;
    },
    async verify(proof: ProofOfWorkPayload): Promise<Result<string, ProofOfWorkErrorCode>> {
      const result = await verifyPayload(proof);
      onOutcome?.(result.ok ? 'taken' : result.error);
      return result;
    },
    /** For clients that are known by other means. */
    issueToken: (postUrl: string): string => sealToken(postDigest(postUrl)),
    authorizesToken(proofToken: string | null, postUrl: string, graceMs = 0): boolean {
      const opened = proofToken === null ? null : tokenSealer.open(proofToken);
      if (!opened?.ok) return false;
      const { post, expiresAt } = opened.value as { post: string; expiresAt: number };
      return expiresAt + graceMs > now() && post === postDigest(postUrl);
    },
  };
}
