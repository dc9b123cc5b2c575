import { z } from 'zod';
import type { ProofOfWorkPayload } from '#verification/contract.ts';

const hex = z.string().regex(/^(?:[0-9a-f]{2}){1,64}$/);

/** Checks only the shape; the signature is verified later. */
export const proofSchema: z.ZodType<ProofOfWorkPayload> = z.strictObject({
  question: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.string().max(40),
      data: z.strictObject({ post: z.string().max(64) }),
      ...{ cost: z.int(), expiresAt: z.int(), keyLength: z.int() },
      ...{ keyPrefix: hex, keySignature: hex, nonce: hex, salt: hex },
    }),
    signature: hex,
  }),
  solution: z.strictObject({ counter: z.int(), derivedKey: hex }),
});
