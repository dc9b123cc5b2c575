import type { IncomingMessage } from 'node:http';

/** Returns a strong ETag; null if it is weak, a list, a date or missing. */
export function parseStrongETag(header: unknown): string | null {
  return typeof header === 'string' && /^"[\x21\x23-\x7e]{1,200}"$/.test(header) ? header : null;
}

/** Distinguishes a file from a later one at the same URL: its strong ETag or its Last-Modified date. */
export function upstreamValidator({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  return parseStrongETag(headers.etag) ?? headers['last-modified'] ?? null;
}
