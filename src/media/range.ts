import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { deriveKey } from '#platform/crypto/sealed-token.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { MediaError } from './contract.ts';
import type { UpstreamRequest } from './upstream-client.ts';

const maxRangeLength = 64;

/** Normalizes a single byte range. RFC 9110 lets us answer anything else with the whole file. */
export function parseRange(header: string | undefined): string | null {
  // A header that is cut off could be another range.
  if (header === undefined || header.length > maxRangeLength) return null;
  const match = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header);
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

export function resolveRange(range: string, totalBytes: number): ContentRange | null {
  const [first = '', last = ''] = range.slice('bytes='.length).split('-');
  const from = first === '' ? Math.max(0, totalBytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? totalBytes - 1 : Math.min(Number(last), totalBytes - 1);
  return from <= to && from < totalBytes ? { from, to, totalBytes } : null;
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

export interface ResponseHead {
  range: ContentRange | null;
  length: number | null;
  totalBytes: number | null;
}

export function validateHead(
  response: IncomingMessage,
  request: UpstreamRequest,
): Result<ResponseHead, MediaError> {
  const { statusCode: status = 0, headers } = response;
  const requestedRange = request.range;
  if (status === 416 && requestedRange !== null) {
    const totalBytes = /^bytes \*\/(\d{1,15})$/i.exec(headers['content-range']?.trim() ?? '')?.[1];
    return fail({ code: 'media.range', ...(totalBytes && { totalBytes: Number(totalBytes) }) });
  }
  if (status === 429 || status === 503) return fail({ code: 'media.busy' });
  if (status >= 400 && status < 500 && status !== 408) return fail({ code: 'media.gone', cause: status });
  if (status !== 200 && !(status === 206 && requestedRange !== null)) {
    return fail({ code: 'media.unreachable', cause: `status ${status}` });
  }
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') return fail({ code: 'media.wrong_type', cause: 'encoded' });

  const length = readLength(response);
  if (length === 0) return fail({ code: 'media.wrong_type', cause: 'empty' });
  if (status === 200) {
    // A truncated body would look complete.
    if (length === null && !headers['transfer-encoding']) {
      return fail({ code: 'media.unreachable', cause: 'no length' });
    }
    return ok({ range: null, length, totalBytes: length });
  }
  const range = parseContentRange(headers['content-range']);
  const expected = range && requestedRange !== null ? resolveRange(requestedRange, range.totalBytes) : null;
  const partLength = range && range.to - range.from + 1;
  if (
    !range ||
    range.from !== expected?.from ||
    range.to !== expected.to ||
    (length ?? partLength) !== partLength
  )
    return fail({ code: 'media.unreachable', cause: 'unexpected Content-Range' });
  return ok({ range, length: partLength, totalBytes: range.totalBytes });
}

function parseContentRange(header: string | undefined): ContentRange | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(header?.trim() ?? '');
  if (!match) return null;
  const [from, to, totalBytes] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return from <= to && to < totalBytes ? { from, to, totalBytes } : null;
}

function readLength({ headers }: IncomingMessage): number | null {
  if (headers['transfer-encoding']) return null;
  const text = headers['content-length'] ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

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
