import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { DiskFault, onDisk } from './disk-fault.ts';
import type { Sink } from './transfer-file.ts';

/** The standard output as a place for one file: what was written can't be taken back. */
export function pipeSink(stream: Writable): Sink {
  let bytes = 0;
  let note: ReturnType<Sink['note']> = null;
  return {
    bytes: () => bytes,
    note: () => (bytes > 0 ? note : null),
    async begin(begun) {
      if (bytes > 0) return false;
      note = begun;
      return true;
    },
    async append(chunk) {
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
