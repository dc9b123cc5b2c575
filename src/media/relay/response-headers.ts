import { create } from 'content-disposition';
import { filenamePrefix } from '#filenames/contract.ts';
import { sanitizeFilename } from '#filenames/sanitize.ts';
import type { Ticket, TicketPurpose } from '../contract.ts';
import type { ContentRange } from '../range.ts';
import type { MediaFileType } from '../upstream/sniff.ts';

export function contentDisposition(name: string, extension: string, purpose: TicketPurpose): string {
  const safe = sanitizeFilename(name, extension.length + 1);
  const ascii = safe.replace(/[^\x20-\x7e]+/g, '').trim();
  const fallback = /[a-z\d]/i.test(ascii) ? sanitizeFilename(ascii, extension.length + 1) : filenamePrefix;
  return create(`${safe}.${extension}`, { type: purpose, fallback: `${fallback}.${extension}` });
}

export interface FileHead {
  type: MediaFileType;
  range: ContentRange | null;
  length: number | null;
  entityTag: string | null;
}

export function fileHeaders(
  { type, range, length, entityTag }: FileHead,
  ticket: Pick<Ticket, 'name' | 'purpose'>,
) {
  return {
    'content-type': type.contentType,
    'content-disposition': contentDisposition(ticket.name, type.extension, ticket.purpose),
    'cache-control': 'private, no-store',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(length !== null && { 'content-length': length, 'accept-ranges': 'bytes' }),
    ...(entityTag !== null && { etag: entityTag }),
    ...(range && { 'content-range': `bytes ${range.from}-${range.to}/${range.totalBytes}` }),
  };
}
