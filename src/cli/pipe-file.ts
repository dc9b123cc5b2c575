import { once } from 'node:events';
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

/** Waits until there is room for more. Throws DiskFault where nobody reads any longer. */
export async function writeTo(stream: Writable, chunk: Uint8Array | string): Promise<void> {
  if (stream.errored || stream.destroyed) throw new DiskFault('disk.failed', '-', stream.errored);
  if (!stream.write(chunk)) await onDisk('-', () => once(stream, 'drain'));
}
