import type { Writable } from 'node:stream';
import type { DownloadSink, PartMetadata } from './download-file.ts';
import { DiskError, getErrorCode, withDiskErrors } from './file-system.ts';

export interface StoredBytes {
  bytes: number;
  /** Returns fewer bytes at the end. Throws `DiskError`. */
  read(at: number, length: number): Promise<Buffer>;
}

const chunkBytes = 1024 * 1024;

/** The stream cannot discard what was written. `stored` is written before the first appended chunk. */
export function createStreamSink(
  stream: Writable,
  stored: (StoredBytes & { metadata: PartMetadata }) | null = null,
): DownloadSink & { writeStored(): Promise<void> } {
  let pending: StoredBytes | null = stored;
  let metadata: PartMetadata | null = stored?.metadata ?? null;
  let bytes = stored?.bytes ?? 0;

  async function writeStored(): Promise<void> {
    const source = pending;
    pending = null;
    for (let at = 0; source !== null && at < source.bytes; ) {
      const chunk = await source.read(at, Math.min(chunkBytes, source.bytes - at));
      if (chunk.length === 0) throw new Error('the stored bytes are missing');
      await writeToStream(stream, chunk);
      at += chunk.length;
    }
  }

  return {
    writeStored,
    bytes: () => bytes,
    metadata: () => (bytes > 0 ? metadata : null),
    async start(next) {
      if (bytes > 0 && pending === null) return false;
      [pending, bytes, metadata] = [null, 0, next];
      return true;
    },
    async append(chunk) {
      await writeStored();
      await writeToStream(stream, chunk);
      bytes += chunk.length;
    },
  };
}

export async function writeToStream(stream: Writable, chunk: Uint8Array | string): Promise<void> {
  await withDiskErrors('-', () => write(stream, chunk)).catch((cause: unknown) => {
    throw cause instanceof DiskError ? cause : new DiskError('disk.failed', '-', cause);
  });
}

function write(stream: Writable, chunk: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (cause?: Error | null) => {
      stream.off('close', onClose);
      if (cause) reject(cause);
      else resolve();
    };
    // A destroyed stream does not call back its pending writes.
    const onClose = () => settle(stream.errored ?? new Error('closed'));
    if (stream.errored || stream.destroyed) return onClose();
    stream.once('close', onClose);
    stream.write(chunk, settle);
  });
}

/** Waits for earlier writes. Throws `DiskError`, but not if the reader is gone. */
export async function flushStream(stream: Writable): Promise<void> {
  await writeToStream(stream, '').catch((cause: unknown) => {
    if (!(cause instanceof DiskError && isBrokenPipe(cause.cause))) throw cause;
  });
}

export function isBrokenPipe(cause: unknown): boolean {
  return ['EPIPE', 'ECONNRESET'].includes(getErrorCode(cause));
}
