import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { deriveKey } from '#platform/crypto/sealed-token.ts';

/** Survives a reread: the CDN changes signature, expiry and host of a URL, but not path, `stp` and length. */
export interface EntityTagger {
  create(url: string, totalBytes: number): string;
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

/** null if it is weak, a list, a date or missing. */
export function parseStrongETag(header: unknown): string | null {
  return typeof header === 'string' && /^"[\x21\x23-\x7e]{1,200}"$/.test(header) ? header : null;
}

export function upstreamValidator({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  return parseStrongETag(headers.etag) ?? headers['last-modified'] ?? null;
}
