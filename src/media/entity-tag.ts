import { createHmac } from 'node:crypto';
import { deriveKey } from '#platform/sealed-token.ts';

/**
 * Our own strong validator of a file. It stays the same when the post is read again: the CDN's signature, expiry
 * and edge host change, the path, the transform (`stp`) and the length do not. Keyed, so that it tells nothing.
 */
export interface EntityTagger {
  tag(address: string, totalBytes: number): string;
  /** Whether `tag` can be of this address at all, before its length is known. */
  isOf(address: string, tag: string): boolean;
}

export function createEntityTagger(secret: string | Buffer): EntityTagger {
  const key = deriveKey(secret, 'media-entity-tag');
  const prefix = (address: string) => {
    const url = new URL(address);
    const named = `${url.pathname}\n${url.searchParams.get('stp') ?? ''}`;
    return `"${createHmac('sha256', key).update(named).digest('base64url').slice(0, 22)}-`;
  };
  return {
    tag: (address, totalBytes) => `${prefix(address)}${totalBytes.toString(36)}"`,
    isOf: (address, tag) => tag.startsWith(prefix(address)),
  };
}
