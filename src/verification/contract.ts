export interface Challenge {
  left: number;
  right: number;
}

/** Includes the user's time for the sum. */
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
    /** Keyed digest of the post's URL. */
    data: { post: string };
  };
  signature: string;
}

export interface ProofOfWorkPayload {
  question: AltchaChallenge;
  solution: { counter: number; derivedKey: string };
}

export interface ProofOfWorkChallenge {
  question: AltchaChallenge;
  words: { busy: string; failed: string; again: string; scripts: string };
}

export const proofOfWorkErrorCodes = ['proof.invalid', 'proof.expired', 'proof.spent'] as const;
export type ProofOfWorkErrorCode = (typeof proofOfWorkErrorCodes)[number];

/** `pass` is added to media URLs as `?pass=`. */
export type ProofOfWorkResponse =
  | { success: true; pass: string }
  | { success: false; code: ProofOfWorkErrorCode; error: string };
