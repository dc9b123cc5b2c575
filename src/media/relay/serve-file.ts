import type { IncomingMessage, ServerResponse } from 'node:http';
import { create } from 'content-disposition';
import { filenamePrefix } from '#filenames/contract.ts';
import { sanitizeFilename } from '#filenames/sanitize.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Conversion, MediaError, Ticket, TicketPurpose, TransferReport } from '../contract.ts';
import { type ConvertFile, sendConvertedFile } from '../convert/convert-file.ts';
import {
  type FileSource,
  type OpenFile,
  probeRequest,
  type TransferLimits,
  type UpstreamFile,
  withTimeout,
} from '../open-file.ts';
import { type ContentRange, type EntityTagger, parseRange, resolveRange } from '../range.ts';
import type { ValidTicket } from '../tickets.ts';
import type { ResumeUpstream } from '../upstream/resume.ts';
import { convertedTypes, type MediaFileType } from '../upstream/sniff.ts';
import { relayBody } from './relay-body.ts';

/** A GET or HEAD request with a valid ticket. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Aborted if the client disconnects before the end of the response. */
  clientSignal: AbortSignal;
  onFirstByte(): void;
}

/** An error leaves the response to the caller. */
export type ServeResult = Result<Pick<TransferReport, 'outcome' | 'bytes'>, MediaError>;

export type ServeFile = (exchange: Exchange, ticket: ValidTicket) => Promise<ServeResult>;

export interface ServeFileDeps {
  openFile: OpenFile;
  resumeUpstream: ResumeUpstream;
  convertFile: ConvertFile;
  tagger: EntityTagger;
  limits: TransferLimits;
  mayOffload: (request: IncomingMessage) => boolean;
  isFallback: (request: IncomingMessage) => boolean;
}

export const headSent: ServeResult = ok({ outcome: 'complete', bytes: 0 });
export const clientGone: ServeResult = ok({ outcome: 'client_gone', bytes: 0 });

export function createFileHandler({
  openFile,
  resumeUpstream,
  convertFile,
  tagger,
  limits,
  mayOffload,
  isFallback,
}: ServeFileDeps): ServeFile {
  return async (exchange, ticketWithMetadata) => {
    const { request } = exchange;
    const { metadata, ...plainTicket } = ticketWithMetadata;
    // nginx sends the host's bytes, so those that this process sends in its place have to be the same.
    const isOffloaded = ticketWithMetadata.as === undefined && (mayOffload(request) || isFallback(request));
    const ticket = isOffloaded || !metadata ? plainTicket : ticketWithMetadata;
    if (ticket.as !== undefined) return serveConversion(exchange, ticket, ticket.as);
    if (request.method === 'HEAD') return serveHead(exchange, ticket);
    const handedOver = mayOffload(request) ? await handOver(exchange, ticket) : null;
    return handedOver ?? serveOriginal(exchange, ticket);
  };

  async function serveConversion(
    { request, response, clientSignal, onFirstByte }: Exchange,
    ticket: ValidTicket,
    as: Conversion,
  ): Promise<ServeResult> {
    if (request.method === 'HEAD') {
      response.writeHead(200, convertedFileHeaders(as, null, ticket)).end();
      return headSent;
    }
    const converted = await convertFile(ticket, as, clientSignal);
    if (!converted.ok) return converted;
    if (clientSignal.aborted) {
      converted.value.release();
      return clientGone;
    }
    onFirstByte();
    const headers = convertedFileHeaders(as, converted.value.bytes.length, ticket);
    return ok(await sendConvertedFile(response, converted.value, headers, limits));
  }

  async function serveHead({ response, clientSignal }: Exchange, ticket: ValidTicket): Promise<ServeResult> {
    const described = await withTimeout(limits.openMs, clientSignal, (signal) =>
      describeFile(openFile, ticket, signal),
    );
    if (!described.ok) return described;
    if (clientSignal.aborted) return clientGone;
    response.writeHead(200, fileHeaders(described.value, ticket)).end();
    return headSent;
  }

  /** null leaves the file to `serveOriginal`. */
  async function handOver(
    { request, response, clientSignal }: Exchange,
    ticket: ValidTicket,
  ): Promise<ServeResult | null> {
    const opened = await withTimeout(limits.openMs, clientSignal, (signal) =>
      openForOffload({ openFile, tagger }, ticket, request.headers, signal),
    );
    if (!opened.ok) return opened;
    if (clientSignal.aborted) return clientGone;
    if (opened.value === null) return null;
    sendOffload(response, opened.value, ticket);
    return ok({ outcome: 'handed_over', bytes: opened.value.length ?? 0 });
  }

  async function serveOriginal(
    { request, response, clientSignal, onFirstByte }: Exchange,
    ticket: ValidTicket,
  ): Promise<ServeResult> {
    // If-Range may open a file twice; one timeout covers both.
    const opened = await withTimeout(limits.openMs, clientSignal, (signal) =>
      openRequestedRange(ticket, request.headers, signal),
    );
    if (!opened.ok) return opened;
    const file = opened.value;
    if (clientSignal.aborted) {
      file.body.destroy();
      return clientGone;
    }
    response.writeHead(file.range ? 206 : 200, fileHeaders(file, ticket));
    onFirstByte();
    return ok(await relayBody(file, response, limits, resumeUpstream(ticket, file, clientSignal)));
  }

  /** If the validator of If-Range no longer matches, opens the whole file unless `resumeOnly`. */
  async function openRequestedRange(
    ticket: ValidTicket,
    headers: IncomingMessage['headers'],
    signal: AbortSignal,
  ): Promise<Result<UpstreamFile, MediaError>> {
    const condition = headers['if-range'];
    const mayMatch = typeof condition !== 'string' || tagger.matchesUrl(ticket.url, condition);
    const range = mayMatch ? parseRange(headers.range) : null;
    const opened = await openFile(ticket, { range }, signal);
    if (range === null || condition === undefined) return opened;
    const isPart = opened.ok && opened.value.range !== null;
    if (opened.ok && opened.value.entityTag === condition && (isPart || !ticket.resumeOnly)) return opened;
    if (opened.ok) opened.value.body.destroy();
    else if (opened.error.code !== 'media.range') return opened;
    if (ticket.resumeOnly) return fail({ code: 'ticket.expired' });
    return openFile(ticket, { range: null }, signal);
  }
}

/** From the first bytes, so that the type is that of the file. */
async function describeFile(
  openFile: OpenFile,
  ticket: ValidTicket,
  signal: AbortSignal,
): Promise<Result<FileHead, MediaError>> {
  const opened = await openFile(ticket, probeRequest, signal);
  if (!opened.ok) return opened;
  const { body, range, totalBytes } = opened.value;
  if (range) body.resume();
  else body.destroy();
  return ok({ ...opened.value, range: null, length: totalBytes });
}

function convertedFileHeaders(as: Conversion, length: number | null, ticket: Ticket) {
  const head = fileHeaders({ range: null, entityTag: null, type: convertedTypes[as], length }, ticket);
  // Every request converts the file again, so ranges can't be served.
  return { ...head, 'accept-ranges': 'none' };
}

export function contentDisposition(name: string, extension: string, purpose: TicketPurpose): string {
  const safe = sanitizeFilename(name, extension.length + 1);
  const ascii = safe.replace(/[^\x20-\x7e]+/g, '').trim();
  const fallback = /[a-z\d]/i.test(ascii) ? sanitizeFilename(ascii, extension.length + 1) : filenamePrefix;
  return create(`${safe}.${extension}`, { type: purpose, fallback: `${fallback}.${extension}` });
}

interface FileHead {
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

interface OffloadFile extends FileHead {
  source: FileSource & { peer: string };
}

const internalLocation = '/_unspool/media';

/** null leaves the file to the relay. */
async function openForOffload(
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
function sendOffload(response: ServerResponse, file: OffloadFile, ticket: Ticket): void {
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
