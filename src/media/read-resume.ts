import type { IncomingMessage } from 'node:http';
import { readRange } from './read-range.ts';
import { strongTag } from './strong-tag.ts';

/**
 * The validator of a file whose beginning is there already, of a request for its rest: a range that begins above 0, and
 * a strong `If-Range`. A browser that takes up a broken download sends both. null: it asks for anything else.
 */
export function readResume({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): string | null {
  const range = readRange(headers.range);
  if (method !== 'GET' || range === null || !/^bytes=[1-9]/.test(range)) return null;
  return strongTag(headers['if-range']);
}
