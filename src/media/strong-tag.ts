import type { IncomingMessage } from 'node:http';

/** A strong validator as it stands in a header; null for a weak one, several, a date, nothing. */
export function strongTag(header: unknown): string | null {
  return typeof header === 'string' && /^"[\x21\x23-\x7e]{1,200}"$/.test(header) ? header : null;
}

/** By what a media host tells a file from a later one at the same address: its ETag, or the moment of its last change. */
export function validatorOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  return strongTag(headers.etag) ?? headers['last-modified'] ?? null;
}
