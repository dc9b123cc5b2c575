import { fail, ok, type Result } from '#platform/result.ts';
import type { MediaError } from './contract.ts';
import type { TransferLimits } from './limits.ts';
import type { OpenFile } from './open-file.ts';
import type { OpenTicket } from './open-ticket.ts';
import type { TrueType } from './true-type.ts';

interface WholeFile {
  bytes: Buffer;
  type: TrueType;
}

/** The whole file in memory; `media.too_large` above `maxBytes`, as soon as that is known. */
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
  return async (token, maxBytes, signal = new AbortController().signal) => {
    const ticket = options.openTicket(token);
    if (!ticket.ok) return ticket;
    const opened = await options.openFile(ticket.value, { method: 'GET', range: null }, signal);
    if (!opened.ok) return opened;
    const { first, body, length, totalBytes, type } = opened.value;
    const tooLarge = () => {
      body.destroy();
      return fail({ code: 'media.too_large' as const, ...(totalBytes !== null && { totalBytes }) });
    };
    if (length !== null && length > maxBytes) return tooLarge();

    let isIdle = false;
    const timer = setTimeout(() => {
      isIdle = true;
      body.destroy();
    }, options.limits.idleMs);
    const chunks = [first];
    let size = first.length;
    try {
      // A body that ended with its first bytes has nothing left to iterate over.
      if (!body.readableEnded) {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          timer.refresh();
          chunks.push(chunk);
          size += chunk.length;
          if (size > maxBytes) return tooLarge();
        }
      }
    } catch (cause) {
      return fail({ code: isIdle ? 'media.timeout' : 'media.unreachable', cause });
    } finally {
      clearTimeout(timer);
    }
    if (length !== null && size !== length) return fail({ code: 'media.unreachable', cause: 'cut' });
    return ok({ bytes: Buffer.concat(chunks, size), type });
  };
}
