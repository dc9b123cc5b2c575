import type { ArchiveTickets } from './archive-ticket.ts';
import { fileHeaders } from './file-headers.ts';
import type { TransferLimits } from './limits.ts';
import { type ArchivePlanner, planArchive } from './plan-archive.ts';
import { readRange, resolveRange } from './read-range.ts';
import { readResume } from './read-resume.ts';
import { sendArchive } from './send-archive.ts';
import {
  admitAll,
  inertHeaders,
  refusePlainly,
  type ServeMedia,
  shareOf,
  type Transfer,
} from './serve-media.ts';
import { withinDeadline } from './within-deadline.ts';

const zip = { contentType: 'application/zip', extension: 'zip' };

/**
 * Gives the files of a post as one ZIP; `token` is what follows `/media/zip/`. A part of it is made by beginning the
 * archive anew: its bytes are the same each time, and what was sent before is read past.
 */
export function createArchiveServer(
  options: ArchivePlanner & {
    openArchive: ArchiveTickets['open'];
    limits: TransferLimits;
    now: () => number;
    onTransfer: (transfer: Transfer) => void;
  },
): ServeMedia {
  const { limits, now } = options;
  // Every file is asked for its size, some at a time.
  const planMs = 2 * limits.openMs;

  return async (request, response, token, refuse = refusePlainly, admit = admitAll) => {
    const { method, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { ...inertHeaders, allow: 'GET, HEAD', 'content-length': 0 }).end();
      return;
    }
    const started = now();
    let firstByteMilliseconds: number | null = null;
    const report = (outcome: Transfer['outcome'], bytes: number) =>
      options.onTransfer({
        ...{ outcome, bytes, milliseconds: now() - started },
        ...{ firstByteMilliseconds, isFallback: false },
      });

    const asked = options.openArchive(token, method === 'GET', readResume(request) !== null);
    if (!asked.ok) {
      refuse(request, response, asked.error);
      return report(asked.error.code, 0);
    }
    const visitor = new AbortController();
    response.once('close', () => visitor.abort());
    const planned = await withinDeadline(planMs, visitor.signal, (signal) =>
      planArchive(options, asked.value, signal, visitor.signal),
    );
    if (visitor.signal.aborted) return report('client_gone', 0);
    if (!planned.ok) {
      refuse(request, response, planned.error);
      return report(planned.error.code, 0);
    }
    const { bytes: totalBytes, entityTag, name, write } = planned.value;
    const condition = headers['if-range'];
    const isSame = condition === undefined || condition === entityTag;
    const spelled = method === 'GET' && isSame ? readRange(headers.range) : null;
    const range = spelled === null ? null : resolveRange(spelled, totalBytes);
    if (asked.value.onlyRest && range === null) {
      refuse(request, response, { code: 'ticket.expired' });
      return report('ticket.expired', 0);
    }
    if (spelled !== null && range === null) {
      const code = 'media.range';
      refuse(request, response, { code, totalBytes });
      return report(code, 0);
    }
    if (method === 'GET' && !(await admit(shareOf({ range })))) return report('limit.reached', 0);
    if (visitor.signal.aborted) return report('client_gone', 0);
    const part = range ?? { from: 0, to: totalBytes - 1, totalBytes };
    const head = { type: zip, range, length: part.to - part.from + 1, entityTag };
    response.writeHead(range ? 206 : 200, fileHeaders(head, { name, purpose: 'attachment' }));
    if (method === 'HEAD') {
      response.end();
      return report('complete', 0);
    }
    // A part far behind may take minutes to its first byte: who waits for it is told at once that it comes.
    response.flushHeaders();
    firstByteMilliseconds = now() - started;
    const { outcome, bytes } = await sendArchive(write(), response, part, limits);
    report(outcome, bytes);
  };
}
