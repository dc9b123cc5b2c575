import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { fail, ok, type Result } from '#platform/result.ts';
import type { MediaError } from '../contract.ts';
import { type TransferLimits, withTimeout } from '../open-file.ts';
import { type PlanZipDeps, planZip } from '../plan-zip.ts';
import { type ContentRange, parseRange, resolveRange } from '../range.ts';
import type { ZipRequest } from '../tickets.ts';
import { createClientWriter, type RelayResult } from './relay-body.ts';
import { clientGone, type Exchange, fileHeaders, headSent, type ServeResult } from './serve-file.ts';

function sendZip(
  stream: Readable,
  response: ServerResponse,
  part: ContentRange,
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

const zipType = { contentType: 'application/zip', extension: 'zip' };

/** A range is cut out of a complete ZIP, because its bytes are reproducible. */
export function createZipHandler(options: PlanZipDeps & { limits: TransferLimits }) {
  const { limits } = options;
  const planMs = 2 * limits.openMs;

  return async (
    { request, response, clientSignal, onFirstByte }: Exchange,
    ticket: ZipRequest,
  ): Promise<ServeResult> => {
    const planned = await withTimeout(planMs, clientSignal, (signal) =>
      planZip(options, ticket, signal, clientSignal),
    );
    if (!planned.ok) return planned;
    if (clientSignal.aborted) return clientGone;
    const { bytes: totalBytes, entityTag, name, write } = planned.value;
    const selected = selectRange(request, { totalBytes, entityTag });
    if (ticket.resumeOnly && !(selected.ok && selected.value)) return fail({ code: 'ticket.expired' });
    if (!selected.ok) return selected;
    const range = selected.value;
    const part = range ?? { from: 0, to: totalBytes - 1, totalBytes };
    const head = { type: zipType, range, length: part.to - part.from + 1, entityTag };
    response.writeHead(range ? 206 : 200, fileHeaders(head, { name, purpose: 'attachment' }));
    if (request.method === 'HEAD') {
      response.end();
      return headSent;
    }
    // The first byte of a late range may take minutes, so send the head now.
    response.flushHeaders();
    onFirstByte();
    return ok(await sendZip(write(), response, part, limits));
  };
}

/** null for the whole ZIP. */
function selectRange(
  { method, headers }: Exchange['request'],
  { totalBytes, entityTag }: { totalBytes: number; entityTag: string },
): Result<ContentRange | null, MediaError> {
  const condition = headers['if-range'];
  const isSame = condition === undefined || condition === entityTag;
  const requested = method === 'GET' && isSame ? parseRange(headers.range) : null;
  if (requested === null) return ok(null);
  const range = resolveRange(requested, totalBytes);
  return range ? ok(range) : fail({ code: 'media.range', totalBytes });
}
