import type { IncomingMessage } from 'node:http';
import { parseStrongETag } from '../entity-tag.ts';

/** Normalizes a single byte range. RFC 9110 lets us answer anything else with the whole file. */
export function parseRange(header: string | undefined): string | null {
  const match = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header?.slice(0, 64) ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  const normalizeDigits = (digits: string) => (digits === '' ? '' : String(Number(digits)));
  return `bytes=${normalizeDigits(first)}-${normalizeDigits(last)}`;
}

export interface ContentRange {
  from: number;
  /** Inclusive. */
  to: number;
  totalBytes: number;
}

export function parseContentRange(header: string | undefined): ContentRange | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(header?.trim() ?? '');
  if (!match) return null;
  const [from, to, totalBytes] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return from <= to && to < totalBytes ? { from, to, totalBytes } : null;
}

export function resolveRange(range: string, totalBytes: number): ContentRange | null {
  const [first = '', last = ''] = range.slice('bytes='.length).split('-');
  const from = first === '' ? Math.max(0, totalBytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? totalBytes - 1 : Math.min(Number(last), totalBytes - 1);
  return from <= to && from < totalBytes ? { from, to, totalBytes } : null;
}

export function isRequestedRange(range: string, { from, to, totalBytes }: ContentRange): boolean {
  const expected = resolveRange(range, totalBytes);
  return expected?.from === from && expected.to === to;
}

export function parseUnsatisfiedRange(header: string | undefined): number | null {
  const match = /^bytes \*\/(\d{1,15})$/i.exec(header?.trim() ?? '');
  return match ? Number(match[1]) : null;
}

/** Returns the validator of a resume: a range above 0 with a strong `If-Range`, as browsers send it. */
export function parseIfRange({
  method,
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): string | null {
  const range = parseRange(headers.range);
  if (method !== 'GET' || range === null || !/^bytes=[1-9]/.test(range)) return null;
  return parseStrongETag(headers['if-range']);
}
