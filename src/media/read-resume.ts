import type { IncomingMessage } from 'node:http';
import { parseRange } from './read-range.ts';
import { parseStrongETag } from './strong-tag.ts';

/** The validator of a resume: a range that starts above 0 with a strong `If-Range`. Browsers send both. */
export function parseIfRange({
  method,
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): string | null {
  const range = parseRange(headers.range);
  if (method !== 'GET' || range === null || !/^bytes=[1-9]/.test(range)) return null;
  return parseStrongETag(headers['if-range']);
}
