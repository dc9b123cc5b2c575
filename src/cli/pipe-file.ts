import type { Writable } from 'node:stream';
import { DiskFault, onDisk } from './disk-fault.ts';
import type { KeptBytes } from './kept-files.ts';
import type { Sink, TransferNote } from './transfer-file.ts';

const pieceBytes = 1024 * 1024;

interface PipeSink extends Sink {
  /** Writes what is kept, where nothing came behind it. */
  passKept(): Promise<void>;
}

/**
 * A stream, such as the standard output, as a place for one file: what was written can't be taken back.
 * @param kept what is there of it already; it is written before the rest, as soon as that comes
 */
export function pipeSink(
  stream: Writable,
  kept: (KeptBytes & { note: TransferNote }) | null = null,
): PipeSink {
  let waiting: KeptBytes | null = kept;
  let note: TransferNote | null = kept?.note ?? null;
  let bytes = kept?.bytes ?? 0;

  async function passKept(): Promise<void> {
    const passed = waiting;
    waiting = null;
    for (let at = 0; passed !== null && at < passed.bytes; ) {
      const piece = await passed.read(at, Math.min(pieceBytes, passed.bytes - at));
      if (piece.length === 0) throw new Error('what was kept is gone');
      await writeTo(stream, piece);
      at += piece.length;
    }
  }

  return {
    passKept,
    bytes: () => bytes,
    note: () => (bytes > 0 ? note : null),
    async begin(begun) {
      if (bytes > 0 && waiting === null) return false;
      [waiting, bytes, note] = [null, 0, begun];
      return true;
    },
    async append(chunk) {
      await passKept();
      await writeTo(stream, chunk);
      bytes += chunk.length;
    },
  };
}

/** Waits until it is written. Throws DiskFault where it can't be: nobody reads any longer, or the disk is full. */
export async function writeTo(stream: Writable, chunk: Uint8Array | string): Promise<void> {
  await onDisk('-', () => write(stream, chunk)).catch((cause: unknown) => {
    throw cause instanceof DiskFault ? cause : new DiskFault('disk.failed', '-', cause);
  });
}

function write(stream: Writable, chunk: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (cause?: Error | null) => {
      stream.off('close', onClose);
      if (cause) reject(cause);
      else resolve();
    };
    // What was on its way when a stream is destroyed is not reported.
    const onClose = () => end(stream.errored ?? new Error('closed'));
    if (stream.errored || stream.destroyed) return onClose();
    stream.once('close', onClose);
    stream.write(chunk, end);
  });
}

/** What was written without waiting has come through, too; throws DiskFault where it can't, but not where nobody reads. */
export async function flush(stream: Writable): Promise<void> {
  await writeTo(stream, '').catch((cause: unknown) => {
    if (!(cause instanceof DiskFault && hasReaderLeft(cause.cause))) throw cause;
  });
}

/** Whether a stream failed because whoever read it has left, which is no fault. */
export function hasReaderLeft(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && ['EPIPE', 'ECONNRESET'].includes(String(cause.code));
}
