import { addAbortSignal } from 'node:stream';
import { fail, ok, type Result } from '#platform/result.ts';
import type { MediaError } from './contract.ts';
import type { TransferLimits } from './limits.ts';
import type { OpenedFile, OpenFile } from './open-file.ts';
import type { OpenTicket } from './open-ticket.ts';
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
    if (underWay >= wholeAtOnce) return fail({ code: 'media.busy' });
    underWay += 1;
    try {
      return await withinDeadline(wholeMs, signal, async (either) => {
        const opened = await options.openFile(ticket.value, { method: 'GET', range: null }, either);
        return opened.ok ? collect(opened.value, maxBytes, idleMs, either) : opened;
      });
    } finally {
      underWay -= 1;
    }
  };
}

async function collect(
  { first, body, length, totalBytes, type }: OpenedFile,
  maxBytes: number,
  idleMs: number,
  signal: AbortSignal,
): Promise<Result<WholeFile, MediaError>> {
  const tooLarge = () => {
    body.destroy();
    return fail({ code: 'media.too_large' as const, ...(totalBytes !== null && { totalBytes }) });
  };
  if (length !== null && length > maxBytes) return tooLarge();

  const chunks = [first];
  let size = first.length;
  // A body that ended with its first bytes has nothing left to iterate over.
  if (!body.readableEnded) {
    let isIdle = false;
    const timer = setTimeout(() => {
      isIdle = true;
      body.destroy();
    }, idleMs);
    try {
      for await (const chunk of addAbortSignal(signal, body) as AsyncIterable<Buffer>) {
        timer.refresh();
        chunks.push(chunk);
        size += chunk.length;
        if (size > maxBytes) return tooLarge();
      }
    } catch (cause) {
      return fail({ code: isIdle ? 'media.timeout' : 'media.unreachable', cause });
    } finally {
      clearTimeout(timer);
    }
  }
  if (length !== null && size !== length) return fail({ code: 'media.unreachable', cause: 'cut' });
  return ok({ bytes: Buffer.concat(chunks, size), type });
}
