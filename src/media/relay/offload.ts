import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail, ok, type Result } from '#platform/result.ts';
import type { MediaError, Ticket } from '../contract.ts';
import { type FileSource, type OpenFile, probeRequest } from '../open-file.ts';
import { type EntityTagger, parseRange, resolveRange } from '../range.ts';
import type { ValidTicket } from '../tickets.ts';
import type { MediaFileType } from '../upstream/sniff.ts';
import { type FileHead, fileHeaders } from './response-headers.ts';

export interface OffloadFile extends FileHead {
  type: MediaFileType;
  source: FileSource & { peer: string };
}

const internalLocation = '/_unspool/media';

/** null leaves the file to the relay. */
export async function openForOffload(
  { openFile, tagger }: { openFile: OpenFile; tagger: EntityTagger },
  ticket: ValidTicket,
  headers: IncomingMessage['headers'],
  signal: AbortSignal,
): Promise<Result<OffloadFile | null, MediaError>> {
  const opened = await openFile(ticket, probeRequest, signal);
  // An empty file has no such range; the relay reports it.
  if (!opened.ok) return opened.error.code === 'media.range' ? ok(null) : opened;
  const { body, totalBytes, entityTag, type, source } = opened.value;
  if (opened.value.range) body.resume();
  else body.destroy();
  if (totalBytes === null || entityTag === null || source.peer === null) return ok(null);
  const file = { type, entityTag, source: { ...source, peer: source.peer } };
  const condition = headers['if-range'];
  const isSame =
    typeof condition !== 'string' || (tagger.matchesUrl(ticket.url, condition) && condition === entityTag);
  const requestedRange = isSame ? parseRange(headers.range) : null;
  if (requestedRange === null && ticket.resumeOnly) return fail({ code: 'ticket.expired' });
  if (requestedRange === null) return ok({ ...file, range: null, length: totalBytes });
  const range = resolveRange(requestedRange, totalBytes);
  if (!range)
    return fail(ticket.resumeOnly ? { code: 'ticket.expired' } : { code: 'media.range', totalBytes });
  return ok({ ...file, range, length: range.to - range.from + 1 });
}

/** nginx reads these headers and forwards none of them. */
export function sendOffload(response: ServerResponse, file: OffloadFile, ticket: Ticket): void {
  const { 'content-disposition': disposition, etag, ...rest } = fileHeaders(file, ticket);
  const url = new URL(file.source.url);
  const { range } = file;
  response.writeHead(200, {
    'content-type': rest['content-type'],
    'content-security-policy': rest['content-security-policy'],
    'cross-origin-resource-policy': rest['cross-origin-resource-policy'],
    'referrer-policy': rest['referrer-policy'],
    'x-accel-redirect': internalLocation,
    // The address that was validated: by now, the host name could resolve to another one.
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
