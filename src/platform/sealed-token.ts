import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { fail, ok, type Result } from './result.ts';

/** Characters of a token at most. */
export const maxTokenLength = 4_096;
/** Bytes of the sealed JSON at most. */
export const maxSealedBytes = 16_384;

const version = 1;
const ivLength = 12;
const tagLength = 16;
const headLength = 2;

export interface Sealer {
  /** Throws a RangeError where the token would be longer than `maxTokenLength`: bound what you seal. */
  seal(value: unknown): string;
  /** What was sealed with the same secret and label; the caller still checks its shape. */
  open(token: string): Result<unknown, 'invalid'>;
}

/** 32 bytes for one purpose; keys of different labels say nothing about each other. */
export function deriveKey(secret: string | Buffer, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'unspool', label, 32));
}

/**
 * Seals JSON into text for a URL's path: AES-256-GCM over deflated JSON, base64url, no padding.
 * Layout: version (1 byte), key id (1), IV (12), ciphertext, tag (16); the first two are authenticated too.
 * @param label one per purpose: a token of one is not one of another
 */
export function createSealer(secret: string | Buffer, label: string): Sealer {
  const key = deriveKey(secret, label);
  const keyId = createHash('sha256').update(key).digest()[0] ?? 0;
  const head = Buffer.from([version, keyId]);

  function seal(value: unknown): string {
    const plain = Buffer.from(JSON.stringify(value));
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength }).setAAD(head);
    const sealed = Buffer.concat([cipher.update(deflateRawSync(plain)), cipher.final()]);
    const token = Buffer.concat([head, iv, sealed, cipher.getAuthTag()]).toString('base64url');
    if (plain.length > maxSealedBytes || token.length > maxTokenLength) {
      throw new RangeError(`too much to seal: ${plain.length} bytes, ${token.length} characters`);
    }
    return token;
  }

  function open(token: string): Result<unknown, 'invalid'> {
    if (token.length > maxTokenLength) return fail('invalid');
    const bytes = Buffer.from(token, 'base64url');
    // The decoder overlooks stray characters and spare bits; only the one spelling we write is a token.
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
      // All it can say is that the tag does not fit. What fits was sealed here, and opens or is a bug.
      return fail('invalid');
    }
    const plain = inflateRawSync(Buffer.concat(packed), { maxOutputLength: maxSealedBytes });
    return ok(JSON.parse(plain.toString()));
  }
  return { seal, open };
}
