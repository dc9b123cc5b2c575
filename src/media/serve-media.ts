import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail, type Result } from '#platform/result.ts';
import type { BridgeCuts } from './bridge-cuts.ts';
import { type MediaError, mediaErrorStatus } from './contract.ts';
import type { ConvertFile } from './convert-file.ts';
import { madeHead, sendMade } from './convert-serve.ts';
import { createFileDescriber } from './describe-file.ts';
import type { EntityTagger } from './entity-tag.ts';
import { type FileHead, fileHeaders } from './file-headers.ts';
import type { TransferLimits } from './limits.ts';
import { openForOffload, writeOffload } from './offload-file.ts';
import type { OpenedFile, OpenFile } from './open-file.ts';
import type { OpenedTicket, OpenTicket } from './open-ticket.ts';
import { readAddress } from './read-address.ts';
import { readRange } from './read-range.ts';
import { readResume } from './read-resume.ts';
import { relayBody } from './relay-body.ts';
import { withinDeadline } from './within-deadline.ts';
import type { RelayOutcome } from './write-to-visitor.ts';

/** What the operator may know of one transfer: no address, no name, no visitor. */
export interface Transfer {
  /** `handed_over`: the proxy in front sends it, and how that ends is not known here. */
  outcome: RelayOutcome | MediaError['code'] | 'handed_over' | 'limit.reached';
  /** Of the body, handed to the visitor's connection. */
  bytes: number;
  milliseconds: number;
  /** Until there was something to send; null where nothing was sent. */
  firstByteMilliseconds: number | null;
  /** What was handed over before and failed there: the same request, for the second time. */
  isFallback: boolean;
}

/**
 * Asked before a file goes out, with the thousandths of it that were asked for: whether its visitor may have them.
 * Where not, it has answered.
 */
export type AdmitShare = (thousandths: number) => Promise<boolean>;

/** Answers a request that gets no file; nothing has been sent yet. */
export type RefuseMedia = (request: IncomingMessage, response: ServerResponse, error: MediaError) => void;

/** `token` is what follows `/media/` in the request's address, as it stands there. Rejects only on a bug. */
export type ServeMedia = (
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
  refuse?: RefuseMedia,
  admit?: AdmitShare,
) => Promise<void>;

export interface ServeMediaOptions {
  openTicket: OpenTicket;
  openFile: OpenFile;
  bridgeCuts: BridgeCuts;
  convertFile: ConvertFile;
  tagger: EntityTagger;
  limits: TransferLimits;
  now: () => number;
  /** Whether a request came through a proxy that fetches and sends judged files by itself. */
  mayOffload?: (request: IncomingMessage) => boolean;
  /** Whether such a proxy asks again for what it could not fetch. */
  isFallback?: (request: IncomingMessage) => boolean;
  onTransfer: (transfer: Transfer) => void;
}

/** For answers without a file: nothing in them may run or load. */
export const inertHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

export const refusePlainly: RefuseMedia = (_request, response, { code, totalBytes }) => {
  response.writeHead(mediaErrorStatus[code], {
    ...inertHeaders,
    'cache-control': 'private, no-store',
    'content-length': 0,
    ...(totalBytes !== undefined && { 'content-range': `bytes */${totalBytes}` }),
  });
  response.end();
};

export const admitAll: AdmitShare = async () => true;

/** Rounded down: a player's look at the first bytes is none. */
export function shareOf({ range }: Pick<FileHead, 'range'>): number {
  return range ? Math.floor((1000 * (range.to - range.from + 1)) / range.totalBytes) : 1000;
}

export function createMediaServer(options: ServeMediaOptions): ServeMedia {
  const describeFile = createFileDescriber(options.openFile);

  return async (request, response, token, refuse = refusePlainly, admit = admitAll) => {
    const { method, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { ...inertHeaders, allow: 'GET, HEAD', 'content-length': 0 }).end();
      return;
    }
    const started = options.now();
    let firstByteMilliseconds: number | null = null;
    const isFallback = options.isFallback?.(request) ?? false;
    const report = (outcome: Transfer['outcome'], bytes: number) =>
      options.onTransfer({
        ...{ outcome, bytes, milliseconds: options.now() - started },
        ...{ firstByteMilliseconds, isFallback },
      });

    const ticket = options.openTicket(token, method === 'GET', readResume(request));
    if (!ticket.ok) {
      refuse(request, response, ticket.error);
      return report(ticket.error.code, 0);
    }
    const visitor = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) visitor.abort();
    });
    const as = readAddress(token)?.as ?? null;
    if (as !== null && method === 'HEAD') {
      response.writeHead(200, madeHead(as, null, ticket.value)).end();
      return report('complete', 0);
    }
    if (as !== null) {
      const made = await options.convertFile(ticket.value, as, visitor.signal);
      if (!made.ok) {
        if (!visitor.signal.aborted) refuse(request, response, made.error);
        return report(visitor.signal.aborted ? 'client_gone' : made.error.code, 0);
      }
      if (visitor.signal.aborted) {
        made.value.release();
        return report('client_gone', 0);
      }
      firstByteMilliseconds = options.now() - started;
      const head = madeHead(as, made.value.bytes.length, ticket.value);
      return report(...(await sendMade(response, made.value, head, options.limits)));
    }
    if (method === 'GET' && options.mayOffload?.(request)) {
      const judged = await withinDeadline(options.limits.openMs, visitor.signal, (signal) =>
        openForOffload(options, ticket.value, headers, signal),
      );
      if (visitor.signal.aborted) return report('client_gone', 0);
      if (!judged.ok) {
        refuse(request, response, judged.error);
        return report(judged.error.code, 0);
      }
      if (judged.value) {
        if (!(await admit(shareOf(judged.value)))) return report('limit.reached', 0);
        writeOffload(response, judged.value, ticket.value);
        return report('handed_over', judged.value.length ?? 0);
      }
    }
    // HEAD and If-Range may open a file twice.
    const opened = await withinDeadline(options.limits.openMs, visitor.signal, (signal) =>
      method === 'HEAD'
        ? describeFile(ticket.value, { method, range: null }, signal)
        : openAsked(ticket.value, headers, signal),
    );
    if (visitor.signal.aborted) {
      if (opened.ok) opened.value.body.destroy();
      return report('client_gone', 0);
    }
    if (!opened.ok) {
      refuse(request, response, opened.error);
      return report(opened.error.code, 0);
    }
    if (method === 'GET' && !(await admit(shareOf(opened.value)))) {
      opened.value.body.destroy();
      return report('limit.reached', 0);
    }
    if (visitor.signal.aborted) {
      opened.value.body.destroy();
      return report('client_gone', 0);
    }
    response.writeHead(opened.value.range ? 206 : 200, fileHeaders(opened.value, ticket.value));
    if (method === 'HEAD') {
      opened.value.body.resume();
      response.end();
      return report('complete', 0);
    }
    firstByteMilliseconds = options.now() - started;
    const goOn = options.bridgeCuts(ticket.value, opened.value, visitor.signal);
    const { outcome, bytes } = await relayBody(opened.value, response, options.limits, goOn);
    report(outcome, bytes);
  };

  /** If-Range: a part only of the very file the visitor has the beginning of, else all of it, where that may be had. */
  async function openAsked(
    ticket: OpenedTicket,
    headers: IncomingMessage['headers'],
    signal: AbortSignal,
  ): Promise<Result<OpenedFile, MediaError>> {
    const condition = headers['if-range'];
    const canBe = typeof condition !== 'string' || options.tagger.isOf(ticket.url, condition);
    const range = canBe ? readRange(headers.range) : null;
    const opened = await options.openFile(ticket, { method: 'GET', range }, signal);
    if (range === null || condition === undefined) return opened;
    const isPart = opened.ok && opened.value.range !== null;
    if (opened.ok && opened.value.entityTag === condition && (isPart || !ticket.onlyRest)) return opened;
    if (opened.ok) opened.value.body.destroy();
    else if (opened.error.code !== 'media.range') return opened;
    if (ticket.onlyRest) return fail({ code: 'ticket.expired' });
    return options.openFile(ticket, { method: 'GET', range: null }, signal);
  }
}
