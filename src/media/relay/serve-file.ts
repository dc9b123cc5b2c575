import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Conversion, MediaError, Ticket, TransferReport } from '../contract.ts';
import type { ConvertedFile, ConvertFile } from '../convert/convert-file.ts';
import {
  type OpenFile,
  probeRequest,
  type TransferLimits,
  type UpstreamFile,
  withTimeout,
} from '../open-file.ts';
import { type EntityTagger, parseRange } from '../range.ts';
import type { ValidTicket } from '../tickets.ts';
import type { ResumeUpstream } from '../upstream/resume.ts';
import { convertedTypes } from '../upstream/sniff.ts';
import { openForOffload, sendOffload } from './offload.ts';
import { type RelayResult, relayBody } from './relay-body.ts';
import { type FileHead, fileHeaders } from './response-headers.ts';

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
}: ServeFileDeps): ServeFile {
  return async (exchange, ticket) => {
    const { request } = exchange;
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
    const opened = await openFile(ticket, { method: 'GET', range }, signal);
    if (range === null || condition === undefined) return opened;
    const isPart = opened.ok && opened.value.range !== null;
    if (opened.ok && opened.value.entityTag === condition && (isPart || !ticket.resumeOnly)) return opened;
    if (opened.ok) opened.value.body.destroy();
    else if (opened.error.code !== 'media.range') return opened;
    if (ticket.resumeOnly) return fail({ code: 'ticket.expired' });
    return openFile(ticket, { method: 'GET', range: null }, signal);
  }
}

/** Falls back to the first bytes of a GET if the host doesn't answer HEAD, or without a length. */
async function describeFile(
  openFile: OpenFile,
  ticket: ValidTicket,
  signal: AbortSignal,
): Promise<Result<FileHead, MediaError>> {
  const head = await openFile(ticket, { method: 'HEAD', range: null }, signal);
  if (head.ok && head.value.length !== null) {
    head.value.body.resume();
    return head;
  }
  if (head.ok) head.value.body.destroy();
  if (signal.aborted || (!head.ok && head.error.code === 'media.timeout')) return head;
  const opened = await openFile(ticket, probeRequest, signal);
  if (!opened.ok) return opened;
  opened.value.body.destroy();
  return ok({ ...opened.value, range: null, length: opened.value.totalBytes });
}

const chunkBytes = 256 * 1024;
const maxClientIdleMs = 120_000;

function convertedFileHeaders(as: Conversion, length: number | null, ticket: Ticket) {
  const head = fileHeaders({ range: null, entityTag: null, type: convertedTypes[as], length }, ticket);
  // Every request converts the file again, so ranges can't be served.
  return { ...head, 'accept-ranges': 'none' };
}

function sendConvertedFile(
  response: ServerResponse,
  { bytes, release }: ConvertedFile,
  head: ReturnType<typeof convertedFileHeaders>,
  { clientIdleMs }: Pick<TransferLimits, 'clientIdleMs'>,
): Promise<RelayResult> {
  return new Promise((resolve) => {
    let sent = 0;
    let isIdle = false;
    const onIdle = () => {
      isIdle = true;
      response.destroy();
    };
    const timer = setTimeout(onIdle, Math.min(clientIdleMs, maxClientIdleMs));
    response.once('close', () => {
      clearTimeout(timer);
      release();
      const outcome = isIdle ? 'client_idle' : response.writableFinished ? 'complete' : 'client_gone';
      resolve({ outcome, bytes: sent });
    });
    response.writeHead(200, head);
    const writeNext = () => {
      timer.refresh();
      while (sent < bytes.length) {
        const chunk = bytes.subarray(sent, sent + chunkBytes);
        sent += chunk.length;
        if (!response.write(chunk)) {
          response.once('drain', writeNext);
          return;
        }
      }
      response.end();
    };
    writeNext();
  });
}
