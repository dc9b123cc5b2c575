import { fail, ok, type Result } from '#platform/result.ts';
import type { MediaError } from '../contract.ts';
import type { OpenTicket } from '../file-ticket.ts';
import type { TransferLimits } from '../limits.ts';
import { type OpenFile, withTimeout } from '../open-file.ts';
import { collectBody } from '../upstream/read-body.ts';
import type { MediaFileType } from '../upstream/sniff.ts';

interface WholeFile {
  bytes: Buffer;
  type: MediaFileType;
}

export type ReadWholeFile = (
  token: string,
  maxBytes: number,
  signal?: AbortSignal,
) => Promise<Result<WholeFile, MediaError>>;

export function createWholeFileReader(options: {
  openTicket: OpenTicket;
  openFile: OpenFile;
  limits: TransferLimits;
}): ReadWholeFile {
  const { wholeFileMs, wholeFileConcurrency, idleMs } = options.limits;
  let inFlight = 0;

  return async (token, maxBytes, signal = new AbortController().signal) => {
    const ticket = options.openTicket(token);
    if (!ticket.ok) return ticket;
    if (ticket.value.as) return fail({ code: 'conversion.unavailable' });
    if (inFlight >= wholeFileConcurrency) return fail({ code: 'media.busy' });
    inFlight += 1;
    try {
      return await withTimeout(wholeFileMs, signal, async (combinedSignal) => {
        const opened = await options.openFile(ticket.value, { method: 'GET', range: null }, combinedSignal);
        if (!opened.ok) return opened;
        const collected = await collectBody(opened.value, { maxBytes, idleMs, signal: combinedSignal });
        return collected.ok ? ok({ bytes: collected.value, type: opened.value.type }) : collected;
      });
    } finally {
      inFlight -= 1;
    }
  };
}
