import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { fail, ok, type Result } from '../result.ts';

export const maxTokenLength = 4_096;
/** Bytes of the JSON before compression. */
export const maxSealedBytes = 16_384;

const version = 1;
const ivLength = 12;
const tagLength = 16;
const headLength = 2;

export interface Sealer {
  /** Throws a RangeError if the token would exceed the limits; by default, `maxTokenLength`. */
  seal(value: unknown): string;
  open(token: string): Result<unknown, 'invalid'>;
}

export function deriveKey(secret: string | Buffer, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'unspool', label, 32));
}

interface SealerLimits {
  tokenLength: number;
  /** Bytes of the JSON before compression. */
  sealedBytes: number;
}

const tokenLimits: SealerLimits = { tokenLength: maxTokenLength, sealedBytes: maxSealedBytes };

/** AES-256-GCM of deflated JSON. Layout: version (1 byte), key id (1), IV (12), ciphertext, tag (16). */
export function createSealer(secret: string | Buffer, label: string, limits = tokenLimits): Sealer {
  const key = deriveKey(secret, label);
  const keyId = createHash('sha256').update(key).digest()[0] ?? 0;
  const head = Buffer.from([version, keyId]);

  function seal(value: unknown): string {
    const plain = Buffer.from(JSON.stringify(value));
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength }).setAAD(head);
    const sealed = Buffer.concat([cipher.update(deflateRawSync(plain)), cipher.final()]);
    const token = Buffer.concat([head, iv, sealed, cipher.getAuthTag()]).toString('base64url');
    if (plain.length > limits.sealedBytes || token.length > limits.tokenLength) {
      throw new RangeError(`value too large to seal: ${plain.length} bytes, ${token.length} characters`);
    }
    return token;
  }

  function open(token: string): Result<unknown, 'invalid'> {
    if (token.length > limits.tokenLength) return fail('invalid');
    const bytes = Buffer.from(token, 'base64url');
    // The decoder ignores stray characters and spare bits: accept only our own encoding.
    if (bytes.length <= headLength + ivLength + tagLength || bytes.toString('base64url') !== token) {
      return fail('invalid');
    }
    if (bytes[0] !== version || bytes[1] !== keyId) return fail('invalid');
    const iv = bytes.subarray(headLength, headLength + ivLength);
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength });
    decipher.setAAD(bytes.subarray(0, headLength)).setAuthTag(bytes.subarray(-tagLength));
    const packed = [decipher.update(bytes.subarray(headLength + ivLength, -tagLength))];
    try {
      packed.push(decipher.final());
    } catch {
      // The tag doesn't match. Later failures are bugs: a valid token was sealed here.
      return fail('invalid');
    }
    const plain = inflateRawSync(Buffer.concat(packed), { maxOutputLength: limits.sealedBytes });
    return ok(JSON.parse(plain.toString()));
  }
  return { seal, open };
}
