import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { TransferReport } from '../contract.ts';
import type { TransferLimits } from '../limits.ts';
import { type PlanZipDeps, planZip } from '../plan-zip.ts';
import { createClientWriter, type RelayResult } from '../relay/client-writer.ts';
import { fileHeaders } from '../relay/response-headers.ts';
import {
  authorizeAll,
  requestedShare,
  type ServeMedia,
  sandboxHeaders,
  sendPlainError,
} from '../relay/serve-file.ts';
import { parseIfRange, parseRange, resolveRange } from '../upstream/range.ts';
import { withTimeout } from '../upstream/with-timeout.ts';
import type { ZipTickets } from '../zip-ticket.ts';

function sendZip(
  stream: Readable,
  response: ServerResponse,
  part: { from: number; to: number; totalBytes: number },
  limits: Pick<TransferLimits, 'idleMs' | 'clientIdleMs'>,
): Promise<RelayResult> {
  const partLength = part.to - part.from + 1;
  let position = 0;
  const writer = createClientWriter(response, limits, {
    resume: () => stream.resume(),
    close: () => stream.destroy(),
  });

  stream.on('data', (chunk: Buffer) => {
    const slice = chunk.subarray(Math.max(0, part.from - position), Math.max(0, part.to + 1 - position));
    position += chunk.length;
    if (slice.length === 0) return writer.recordActivity();
    if (!writer.write(slice)) stream.pause();
    if (writer.bytes() === partLength && part.to + 1 < part.totalBytes) response.end();
  });
  stream.on('end', () => {
    if (position !== part.totalBytes || writer.bytes() !== partLength) writer.settle('upstream_cut');
    else response.end();
  });
  stream.on('error', writer.handleUpstreamEnd).on('close', writer.handleUpstreamEnd);
  return writer.settled;
}

const zip = { contentType: 'application/zip', extension: 'zip' };

/** A range is cut out of a complete ZIP, because its bytes are reproducible. */
export function createZipHandler(
  options: PlanZipDeps & {
    openZipTicket: ZipTickets['open'];
    limits: TransferLimits;
    now: () => number;
    onTransfer: (transfer: TransferReport) => void;
  },
): ServeMedia {
  const { limits, now } = options;
  const planMs = 2 * limits.openMs;

  return async (request, response, token, sendError = sendPlainError, authorize = authorizeAll) => {
    const { method, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { ...sandboxHeaders, allow: 'GET, HEAD', 'content-length': 0 }).end();
      return;
    }
    const startedAt = now();
    let firstByteMilliseconds: number | null = null;
    const report = (outcome: TransferReport['outcome'], bytes: number) =>
      options.onTransfer({
        outcome,
        bytes,
        milliseconds: now() - startedAt,
        firstByteMilliseconds,
        isFallback: false,
      });

    const zipRequest = options.openZipTicket(token, method === 'GET', parseIfRange(request) !== null);
    if (!zipRequest.ok) {
      sendError(request, response, zipRequest.error);
      return report(zipRequest.error.code, 0);
    }
    const client = new AbortController();
    response.once('close', () => client.abort());
    const planned = await withTimeout(planMs, client.signal, (signal) =>
      planZip(options, zipRequest.value, signal, client.signal),
    );
    if (client.signal.aborted) return report('client_gone', 0);
    if (!planned.ok) {
      sendError(request, response, planned.error);
      return report(planned.error.code, 0);
    }
    const { bytes: totalBytes, entityTag, name, write } = planned.value;
    const condition = headers['if-range'];
    const isSame = condition === undefined || condition === entityTag;
    const requestedRange = method === 'GET' && isSame ? parseRange(headers.range) : null;
    const range = requestedRange === null ? null : resolveRange(requestedRange, totalBytes);
    if (zipRequest.value.resumeOnly && range === null) {
      sendError(request, response, { code: 'ticket.expired' });
      return report('ticket.expired', 0);
    }
    if (requestedRange !== null && range === null) {
      const code = 'media.range';
      sendError(request, response, { code, totalBytes });
      return report(code, 0);
    }
    if (method === 'GET' && !(await authorize(requestedShare({ range })))) return report('limit.reached', 0);
    if (client.signal.aborted) return report('client_gone', 0);
    const part = range ?? { from: 0, to: totalBytes - 1, totalBytes };
    const head = { type: zip, range, length: part.to - part.from + 1, entityTag };
    response.writeHead(range ? 206 : 200, fileHeaders(head, { name, purpose: 'attachment' }));
    if (method === 'HEAD') {
      response.end();
      return report('complete', 0);
    }
    // The first byte of a late range may take minutes, so send the head now.
    response.flushHeaders();
    firstByteMilliseconds = now() - startedAt;
    const { outcome, bytes } = await sendZip(write(), response, part, limits);
    report(outcome, bytes);
  };
}
