import { addAbortSignal } from 'node:stream';
import { fail, ok, type Result } from '#platform/result.ts';
import type { MediaError } from '../contract.ts';
import { type OpenFile, type TransferLimits, type UpstreamFile, withTimeout } from '../open-file.ts';
import type { OpenTicket } from '../tickets.ts';
import type { MediaFileType } from './sniff.ts';

type Body = Pick<UpstreamFile, 'firstBytes' | 'body' | 'lastBytes' | 'length' | 'totalBytes'>;

/** Awaits `onChunk` for each chunk. Fails with `media.too_large` once the size is known to exceed it. */
export async function consumeBody(
  { firstBytes, body, lastBytes, length, totalBytes }: Body,
  { maxBytes, idleMs, signal }: { maxBytes: number; idleMs: number; signal: AbortSignal },
  onChunk: (chunk: Buffer) => unknown,
): Promise<Result<number, MediaError>> {
  const tooLarge = () => {
    body.destroy();
    return fail({ code: 'media.too_large' as const, ...(totalBytes !== null && { totalBytes }) });
  };
  if (length !== null && length > maxBytes) return tooLarge();

  let size = firstBytes.length;
  let isIdle = false;
  const timer = setTimeout(() => {
    isIdle = true;
    body.destroy();
  }, idleMs);
  try {
    await onChunk(firstBytes);
    // A body that ended with its first bytes cannot be iterated over.
    if (!body.readableEnded) {
      for await (const chunk of addAbortSignal(signal, body) as AsyncIterable<Buffer>) {
        timer.refresh();
        size += chunk.length;
        if (size > maxBytes) return tooLarge();
        await onChunk(chunk);
      }
    }
    size += lastBytes.length;
    if (size > maxBytes) return tooLarge();
    await onChunk(lastBytes);
  } catch (cause) {
    body.destroy();
    return fail({ code: isIdle ? 'media.timeout' : 'media.unreachable', cause });
  } finally {
    clearTimeout(timer);
  }
  if (length !== null && size !== length)
    return fail({ code: 'media.unreachable', cause: 'body ended early' });
  return ok(size);
}

export async function collectBody(
  file: Body,
  bounds: { maxBytes: number; idleMs: number; signal: AbortSignal },
): Promise<Result<Buffer, MediaError>> {
  const chunks: Buffer[] = [];
  const result = await consumeBody(file, bounds, (chunk) => chunks.push(chunk));
  return result.ok ? ok(Buffer.concat(chunks, result.value)) : result;
}

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
        const opened = await options.openFile(ticket.value, { range: null }, combinedSignal);
        if (!opened.ok) return opened;
        const collected = await collectBody(opened.value, { maxBytes, idleMs, signal: combinedSignal });
        return collected.ok ? ok({ bytes: collected.value, type: opened.value.type }) : collected;
      });
    } finally {
      inFlight -= 1;
    }
  };
}
