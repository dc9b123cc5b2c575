import { fail, ok, type Result } from '#platform/result.ts';
import { collectBody } from './collect-body.ts';
import type { MediaError } from './contract.ts';
import type { TransferLimits } from './limits.ts';
import type { OpenFile } from './open-file.ts';
import type { OpenTicket } from './open-ticket.ts';
import { readAddress } from './read-address.ts';
import type { TrueType } from './true-type.ts';
import { withinDeadline } from './within-deadline.ts';

interface WholeFile {
  bytes: Buffer;
  type: TrueType;
}

/**
 * The whole file in memory; `media.too_large` above `maxBytes`, as soon as that is known, and `media.busy` where too
 * many are being read already. The signal closes the CDN's side at once.
 */
export type ReadWhole = (
  token: string,
  maxBytes: number,
  signal?: AbortSignal,
) => Promise<Result<WholeFile, MediaError>>;

export function createWholeReader(options: {
  openTicket: OpenTicket;
  openFile: OpenFile;
  limits: TransferLimits;
}): ReadWhole {
  const { wholeMs, wholeAtOnce, idleMs } = options.limits;
  let underWay = 0;

  return async (token, maxBytes, signal = new AbortController().signal) => {
    const ticket = options.openTicket(token);
    if (!ticket.ok) return ticket;
    if (readAddress(token)?.as) return fail({ code: 'conversion.unavailable' });
    if (underWay >= wholeAtOnce) return fail({ code: 'media.busy' });
    underWay += 1;
    try {
      return await withinDeadline(wholeMs, signal, async (either) => {
        const opened = await options.openFile(ticket.value, { method: 'GET', range: null }, either);
        if (!opened.ok) return opened;
        const collected = await collectBody(opened.value, { maxBytes, idleMs, signal: either });
        return collected.ok ? ok({ bytes: collected.value, type: opened.value.type }) : collected;
      });
    } finally {
      underWay -= 1;
    }
  };
}
