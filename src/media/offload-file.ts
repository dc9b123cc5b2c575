import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail, ok, type Result } from '#platform/result.ts';
import type { MediaError, Ticket } from './contract.ts';
import type { EntityTagger } from './entity-tag.ts';
import { type FileHead, fileHeaders } from './file-headers.ts';
import type { FileSource, OpenFile } from './open-file.ts';
import type { OpenedTicket } from './open-ticket.ts';
import { readRange, resolveRange } from './read-range.ts';
import { sniffBytes, type TrueType } from './true-type.ts';

/** A judged file, or a part of it, that the nginx in front can fetch by itself. */
export interface OffloadedFile extends FileHead {
  type: TrueType;
  source: FileSource & { peer: string };
}

/** What an nginx that can send files says of itself, to this process only. */
export const offloadHeader = 'x-unspool-offload';
/** In that header: it was handed the file of this very request, could not fetch it, and asks for the file itself. */
export const fallbackMark = 'relay';
const internalPlace = '/_unspool/media';

/**
 * Opens a file for its first bytes alone and judges them, as the relay does; then what was asked is worked out from its
 * length. null: it has no known length or address, and is for the relay.
 */
export async function openForOffload(
  { openFile, tagger }: { openFile: OpenFile; tagger: EntityTagger },
  ticket: OpenedTicket,
  headers: IncomingMessage['headers'],
  signal: AbortSignal,
): Promise<Result<OffloadedFile | null, MediaError>> {
  const opened = await openFile(ticket, { method: 'GET', range: `bytes=0-${sniffBytes - 1}` }, signal);
  // An empty file has no such part: the relay says so in its own way.
  if (!opened.ok) return opened.error.code === 'media.range' ? ok(null) : opened;
  const { body, totalBytes, entityTag, type, source } = opened.value;
  // A part of 64 bytes has come whole, and its connection is good for the next file; anything else ends here.
  if (opened.value.range) body.resume();
  else body.destroy();
  if (totalBytes === null || entityTag === null || source.peer === null) return ok(null);
  const found = { type, entityTag, source: { ...source, peer: source.peer } };
  const condition = headers['if-range'];
  const isSame =
    typeof condition !== 'string' || (tagger.isOf(ticket.url, condition) && condition === entityTag);
  const asked = isSame ? readRange(headers.range) : null;
  if (asked === null && ticket.onlyRest) return fail({ code: 'ticket.expired' });
  if (asked === null) return ok({ ...found, range: null, length: totalBytes });
  const range = resolveRange(asked, totalBytes);
  if (!range) return fail(ticket.onlyRest ? { code: 'ticket.expired' } : { code: 'media.range', totalBytes });
  return ok({ ...found, range, length: range.to - range.from + 1 });
}

/** Hands the rest to nginx. It reads these headers, and none of them goes out. */
export function writeOffload(response: ServerResponse, file: OffloadedFile, ticket: Ticket): void {
  const { 'content-disposition': disposition, etag, ...rest } = fileHeaders(file, ticket);
  const url = new URL(file.source.url);
  const { range } = file;
  response.writeHead(200, {
    'content-type': rest['content-type'],
    'content-security-policy': rest['content-security-policy'],
    'cross-origin-resource-policy': rest['cross-origin-resource-policy'],
    'referrer-policy': rest['referrer-policy'],
    'x-accel-redirect': internalPlace,
    // The address that was judged and answered: a name could mean another one by now.
    'x-unspool-source': `${url.protocol}//${file.source.peer}${url.pathname}${url.search}`,
    'x-unspool-host': url.host,
    'x-unspool-name': url.hostname,
    'x-unspool-disposition': disposition,
    ...(etag && { 'x-unspool-tag': etag }),
    ...(range && { 'x-unspool-range': `bytes=${range.from}-${range.to}` }),
    ...(file.source.validator && { 'x-unspool-match': file.source.validator }),
    'content-length': 0,
  });
  response.end();
}
