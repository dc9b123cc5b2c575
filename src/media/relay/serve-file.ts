import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail, type Result } from '#platform/result.ts';
import { type MediaError, mediaErrorStatus, type TransferReport } from '../contract.ts';
import type { ConvertFile } from '../convert/convert-file.ts';
import type { EntityTagger } from '../entity-tag.ts';
import type { TransferLimits } from '../limits.ts';
import type { OpenFile, UpstreamFile } from '../open-file.ts';
import type { OpenTicket, ValidTicket } from '../tickets/file-ticket.ts';
import { parseTicketUrl } from '../tickets/ticket-url.ts';
import { createHeadOpener } from '../upstream/open-file.ts';
import { parseIfRange, parseRange } from '../upstream/range.ts';
import type { ResumeUpstream } from '../upstream/resume.ts';
import { withTimeout } from '../upstream/with-timeout.ts';
import { openForOffload, sendOffload } from './offload.ts';
import { relayBody } from './relay-body.ts';
import { type FileHead, fileHeaders } from './response-headers.ts';
import { convertedFileHeaders, sendConvertedFile } from './send-converted.ts';

/** `thousandths`: the requested share of the file. If it returns false, it has sent the response. */
export type AuthorizeTransfer = (thousandths: number) => Promise<boolean>;

export type SendMediaError = (request: IncomingMessage, response: ServerResponse, error: MediaError) => void;

/** `token`: the URL after `/media/`, unchanged. Rejects only on a bug. */
export type ServeMedia = (
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
  sendError?: SendMediaError,
  authorize?: AuthorizeTransfer,
) => Promise<void>;

export interface ServeMediaDeps {
  openTicket: OpenTicket;
  openFile: OpenFile;
  resumeUpstream: ResumeUpstream;
  convertFile: ConvertFile;
  tagger: EntityTagger;
  limits: TransferLimits;
  now: () => number;
  mayOffload?: (request: IncomingMessage) => boolean;
  isFallback?: (request: IncomingMessage) => boolean;
  onTransfer: (transfer: TransferReport) => void;
}

export const sandboxHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

export const sendPlainError: SendMediaError = (_request, response, { code, totalBytes }) => {
  response.writeHead(mediaErrorStatus[code], {
    ...sandboxHeaders,
    'cache-control': 'private, no-store',
    'content-length': 0,
    ...(totalBytes !== undefined && { 'content-range': `bytes */${totalBytes}` }),
  });
  response.end();
};

export const authorizeAll: AuthorizeTransfer = async () => true;

/** Rounded down, so that a probe of the first bytes by a player counts as 0. */
export function requestedShare({ range }: Pick<FileHead, 'range'>): number {
  return range ? Math.floor((1000 * (range.to - range.from + 1)) / range.totalBytes) : 1000;
}

export function createFileHandler(options: ServeMediaDeps): ServeMedia {
  const describeFile = createHeadOpener(options.openFile);

  return async (request, response, token, sendError = sendPlainError, authorize = authorizeAll) => {
    const { method, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { ...sandboxHeaders, allow: 'GET, HEAD', 'content-length': 0 }).end();
      return;
    }
    const startedAt = options.now();
    let firstByteMilliseconds: number | null = null;
    const isFallback = options.isFallback?.(request) ?? false;
    const report = (outcome: TransferReport['outcome'], bytes: number) =>
      options.onTransfer({
        outcome,
        bytes,
        milliseconds: options.now() - startedAt,
        firstByteMilliseconds,
        isFallback,
      });

    const ticket = options.openTicket(token, method === 'GET', parseIfRange(request));
    if (!ticket.ok) {
      sendError(request, response, ticket.error);
      return report(ticket.error.code, 0);
    }
    const client = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) client.abort();
    });
    const as = parseTicketUrl(token)?.as ?? null;
    if (as !== null && method === 'HEAD') {
      response.writeHead(200, convertedFileHeaders(as, null, ticket.value)).end();
      return report('complete', 0);
    }
    if (as !== null) {
      const converted = await options.convertFile(ticket.value, as, client.signal);
      if (!converted.ok) {
        if (!client.signal.aborted) sendError(request, response, converted.error);
        return report(client.signal.aborted ? 'client_gone' : converted.error.code, 0);
      }
      if (client.signal.aborted) {
        converted.value.release();
        return report('client_gone', 0);
      }
      firstByteMilliseconds = options.now() - startedAt;
      const head = convertedFileHeaders(as, converted.value.bytes.length, ticket.value);
      return report(...(await sendConvertedFile(response, converted.value, head, options.limits)));
    }
    if (method === 'GET' && options.mayOffload?.(request)) {
      const offload = await withTimeout(options.limits.openMs, client.signal, (signal) =>
        openForOffload(options, ticket.value, headers, signal),
      );
      if (client.signal.aborted) return report('client_gone', 0);
      if (!offload.ok) {
        sendError(request, response, offload.error);
        return report(offload.error.code, 0);
      }
      if (offload.value) {
        if (!(await authorize(requestedShare(offload.value)))) return report('limit.reached', 0);
        sendOffload(response, offload.value, ticket.value);
        return report('handed_over', offload.value.length ?? 0);
      }
    }
    // HEAD and If-Range may open a file twice; one timeout covers both.
    const opened = await withTimeout(options.limits.openMs, client.signal, (signal) =>
      method === 'HEAD'
        ? describeFile(ticket.value, { method, range: null }, signal)
        : openRequestedRange(ticket.value, headers, signal),
    );
    if (client.signal.aborted) {
      if (opened.ok) opened.value.body.destroy();
      return report('client_gone', 0);
    }
    if (!opened.ok) {
      sendError(request, response, opened.error);
      return report(opened.error.code, 0);
    }
    if (method === 'GET' && !(await authorize(requestedShare(opened.value)))) {
      opened.value.body.destroy();
      return report('limit.reached', 0);
    }
    if (client.signal.aborted) {
      opened.value.body.destroy();
      return report('client_gone', 0);
    }
    response.writeHead(opened.value.range ? 206 : 200, fileHeaders(opened.value, ticket.value));
    if (method === 'HEAD') {
      opened.value.body.resume();
      response.end();
      return report('complete', 0);
    }
    firstByteMilliseconds = options.now() - startedAt;
    const reopen = options.resumeUpstream(ticket.value, opened.value, client.signal);
    const { outcome, bytes } = await relayBody(opened.value, response, options.limits, reopen);
    report(outcome, bytes);
  };

  /** If the validator of If-Range no longer matches, opens the whole file unless `resumeOnly`. */
  async function openRequestedRange(
    ticket: ValidTicket,
    headers: IncomingMessage['headers'],
    signal: AbortSignal,
  ): Promise<Result<UpstreamFile, MediaError>> {
    const condition = headers['if-range'];
    const mayMatch = typeof condition !== 'string' || options.tagger.matchesUrl(ticket.url, condition);
    const range = mayMatch ? parseRange(headers.range) : null;
    const opened = await options.openFile(ticket, { method: 'GET', range }, signal);
    if (range === null || condition === undefined) return opened;
    const isPart = opened.ok && opened.value.range !== null;
    if (opened.ok && opened.value.entityTag === condition && (isPart || !ticket.resumeOnly)) return opened;
    if (opened.ok) opened.value.body.destroy();
    else if (opened.error.code !== 'media.range') return opened;
    if (ticket.resumeOnly) return fail({ code: 'ticket.expired' });
    return options.openFile(ticket, { method: 'GET', range: null }, signal);
  }
}
