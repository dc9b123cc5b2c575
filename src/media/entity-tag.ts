import { createHmac } from 'node:crypto';
import { deriveKey } from '#platform/sealed-token.ts';

/**
 * Our own strong validator. It survives a reread of the post: the CDN's signature, expiry and edge host
 * change, but path, transform (`stp`) and length do not. Keyed, so that it reveals nothing.
 */
export interface EntityTagger {
  create(url: string, totalBytes: number): string;
  /** Whether `entityTag` can belong to this URL, before its length is known. */
  matchesUrl(url: string, entityTag: string): boolean;
}

export function createEntityTagger(secret: string | Buffer): EntityTagger {
  const key = deriveKey(secret, 'media-entity-tag');
  const prefix = (mediaUrl: string) => {
    const url = new URL(mediaUrl);
    const digestInput = `${url.pathname}\n${url.searchParams.get('stp') ?? ''}`;
    return `"${createHmac('sha256', key).update(digestInput).digest('base64url').slice(0, 22)}-`;
  };
  return {
    create: (url, totalBytes) => `${prefix(url)}${totalBytes.toString(36)}"`,
    matchesUrl: (url, entityTag) => entityTag.startsWith(prefix(url)),
  };
}
