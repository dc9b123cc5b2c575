import { createHmac, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { fail, ok, type Result } from '#platform/result.ts';
import { createSealer, deriveKey as derivePurposeKey } from '#platform/sealed-token.ts';
import { type Proof, type ProofErrorCode, type ProofQuestion, proofLifetimeMs } from './contract.ts';
import { createSpentProofs, type SharedMemory } from './spent-proofs.ts';

/**
 * One try is so many rounds of PBKDF2, and the right one is any of the first so many, evenly: half a million rounds on
 * average, which no knowledge shortens. docs/decisions/0022 has the times measured.
 */
const proofWork = { algorithm: 'PBKDF2/SHA-256', cost: 5_000, tries: 200 } as const;
/** A pass opens the files of one post for as long as their addresses live. */
const passLifetimeMs = 15 * 60_000;

export interface Proofs {
  /** Work for a browser; what it proves opens the files of the post at `postUrl` and no other. */
  ask(postUrl: string): Promise<ProofQuestion>;
  /** A pass for a proof that was never redeemed before. */
  redeem(proof: Proof): Promise<Result<string, ProofErrorCode>>;
  /** A pass without a proof, for who is known by other means. */
  grant(postUrl: string): string;
  /** Whether `pass` opens the files of this post now; `graceMs` after its end still. */
  admits(pass: string | null, postUrl: string, graceMs?: number): boolean;
}

export function createProofs(options: {
  secret: string | Buffer;
  now: () => number;
  /** What all nodes remember; null: each by itself. */
  shared: SharedMemory | null;
  onJudged?: (outcome: 'issued' | 'taken' | ProofErrorCode) => void;
}): Proofs {
  const { secret, now, shared, onJudged = () => undefined } = options;
  const spend = createSpentProofs(shared, { now });
  const keyFor = (label: string) => derivePurposeKey(secret, label);
  const keys = {
    hmacSignatureSecret: keyFor('proof-question').toString('base64'),
    hmacKeySignatureSecret: keyFor('proof-answer').toString('base64'),
  };
  const postKey = keyFor('proof-post');
  const passes = createSealer(secret, 'proof-pass');
  const markOf = (postUrl: string) =>
    createHmac('sha256', postKey).update(postUrl).digest('base64url').slice(0, 22);

  async function judge({ question, solution }: Proof): Promise<Result<string, ProofErrorCode>> {
    const { nonce, expiresAt, data } = question.parameters;
    const lifeLeft = expiresAt * 1000 - now();
    const { verified, expired } = await verifySolution({ challenge: question, solution, deriveKey, ...keys });
    if (!verified && !expired) return fail('proof.invalid');
    if (expired || lifeLeft <= 0) return fail('proof.expired');
    if (!(await spend(nonce, lifeLeft))) return fail('proof.spent');
    return ok(passFor(data.post));
  }

  const passFor = (post: unknown) => passes.seal({ post, expiresAt: now() + passLifetimeMs });

  return {
    async ask(postUrl) {
      const question = await createChallenge({
        ...{ algorithm: proofWork.algorithm, cost: proofWork.cost, deriveKey, ...keys },
        counter: randomInt(proofWork.tries),
        expiresAt: Math.floor((now() + proofLifetimeMs) / 1000),
        data: { post: markOf(postUrl) },
      });
      onJudged('issued');
      // Its own type leaves out what these options make sure of.
      return question as ProofQuestion;
    },
    async redeem(proof) {
      const judged = await judge(proof);
      onJudged(judged.ok ? 'taken' : judged.error);
      return judged;
    },
    grant: (postUrl) => passFor(markOf(postUrl)),
    admits(pass, postUrl, graceMs = 0) {
      const opened = pass === null ? null : passes.open(pass);
      if (!opened?.ok) return false;
      const { post, expiresAt } = opened.value as { post: string; expiresAt: number };
      return expiresAt + graceMs > now() && post === markOf(postUrl);
    },
  };
}
