import type { Ticket } from './contract.ts';
import { contentDisposition } from './name-header.ts';
import type { ContentRange } from './read-range.ts';
import type { MediaFileType } from './true-type.ts';

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
