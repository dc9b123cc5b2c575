import type { Ticket } from './contract.ts';
import { nameHeader } from './name-header.ts';
import type { ContentRange } from './read-range.ts';
import type { TrueType } from './true-type.ts';

export interface FileHead {
  type: TrueType;
  /** The part that follows, or null where it is the whole file. */
  range: ContentRange | null;
  /** Bytes of this body; null where they are not known. */
  length: number | null;
  entityTag: string | null;
}

/** What goes out before a file, whoever sends it. */
export function fileHeaders(
  { type, range, length, entityTag }: FileHead,
  ticket: Pick<Ticket, 'name' | 'purpose'>,
) {
  return {
    'content-type': type.contentType,
    'content-disposition': nameHeader(ticket.name, type.extension, ticket.purpose),
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
