import { addAbortSignal } from 'node:stream';
import { fail, ok, type Result } from '#platform/result.ts';
import type { MediaError } from './contract.ts';
import type { OpenedFile } from './open-file.ts';

type Body = Pick<OpenedFile, 'first' | 'body' | 'length' | 'totalBytes'>;

/**
 * Hands over all chunks of an opened file, one after the other; `media.too_large` above `maxBytes` as soon as that is
 * known. A silence of `idleMs` ends it, as does the signal.
 */
export async function takeChunks(
  { first, body, length, totalBytes }: Body,
  { maxBytes, idleMs, signal }: { maxBytes: number; idleMs: number; signal: AbortSignal },
  take: (chunk: Buffer) => unknown,
): Promise<Result<number, MediaError>> {
  const tooLarge = () => {
    body.destroy();
    return fail({ code: 'media.too_large' as const, ...(totalBytes !== null && { totalBytes }) });
  };
  if (length !== null && length > maxBytes) return tooLarge();

  let size = first.length;
  let isIdle = false;
  const timer = setTimeout(() => {
    isIdle = true;
    body.destroy();
  }, idleMs);
  try {
    await take(first);
    // A body that ended with its first bytes has nothing left to iterate over.
    if (!body.readableEnded) {
      for await (const chunk of addAbortSignal(signal, body) as AsyncIterable<Buffer>) {
        timer.refresh();
        size += chunk.length;
        if (size > maxBytes) return tooLarge();
        await take(chunk);
      }
    }
  } catch (cause) {
    body.destroy();
    return fail({ code: isIdle ? 'media.timeout' : 'media.unreachable', cause });
  } finally {
    clearTimeout(timer);
  }
  if (length !== null && size !== length) return fail({ code: 'media.unreachable', cause: 'cut' });
  return ok(size);
}

/** The whole of an opened file, in memory. */
export async function collectBody(
  file: Body,
  bounds: { maxBytes: number; idleMs: number; signal: AbortSignal },
): Promise<Result<Buffer, MediaError>> {
  const chunks: Buffer[] = [];
  const taken = await takeChunks(file, bounds, (chunk) => chunks.push(chunk));
  return taken.ok ? ok(Buffer.concat(chunks, taken.value)) : taken;
}
