export interface Challenge {
  left: number;
  right: number;
}

/** Time to solve a challenge, including the user's time for the sum. */
export const proofOfWorkLifetimeMs = 10 * 60_000;

export interface AltchaChallenge {
  parameters: {
    algorithm: string;
    cost: number;
    expiresAt: number;
    keyLength: number;
    keyPrefix: string;
    keySignature: string;
    nonce: string;
    salt: string;
    /** Digest of the post's URL; only this server can tell which post it is. */
    data: { post: string };
  };
  signature: string;
}

/** Body of `redeem-proof`. */
export interface ProofOfWorkPayload {
  question: AltchaChallenge;
  solution: { counter: number; derivedKey: string };
}

/** Part of a response if downloads need a proof of work. `words` are messages for the user. */
export interface ProofOfWorkChallenge {
  question: AltchaChallenge;
  words: { busy: string; failed: string; again: string; scripts: string };
}

export const proofOfWorkErrorCodes = ['proof.invalid', 'proof.expired', 'proof.spent'] as const;
export type ProofOfWorkErrorCode = (typeof proofOfWorkErrorCodes)[number];

/** Response of `redeem-proof`; `pass` is added to media URLs as `?pass=`. */
export type ProofOfWorkResponse =
  | { success: true; pass: string }
  | { success: false; code: ProofOfWorkErrorCode; error: string };
