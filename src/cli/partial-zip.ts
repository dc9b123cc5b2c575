import type { PartFile } from './part-file.ts';

export interface StoredBytes {
  bytes: number;
  /** Returns fewer bytes at the end. Throws `DiskError`. */
  read(at: number, length: number): Promise<Buffer>;
}

/** Called for each file in ZIP order. Returns null if no byte of it is stored. */
export type FindStoredBytes = (bytes: number) => Promise<StoredBytes | null>;

export const noStoredBytes: FindStoredBytes = async () => null;

const headSignature = 0x04034b50;
const headBytes = 30;
/** The data descriptor after a file whose CRC is not in its header. */
const descriptorBytes = 16;
const descriptorFlag = 8;

/**
 * Locates the files of a partial ZIP by their local headers (APPNOTE.TXT 4.3.7). No file may be compressed or
 * larger than 4 GiB.
 */
export function createStoredBytesFinder(part: Pick<PartFile, 'bytes' | 'read'>): FindStoredBytes {
  const end = part.bytes();
  let at: number | null = 0;
  return async (bytes) => {
    if (at === null) return null;
    const head = await part.read(at, headBytes);
    if (head.length < headBytes || head.readUInt32LE(0) !== headSignature) {
      at = null;
      return null;
    }
    const from = at + headBytes + head.readUInt16LE(26) + head.readUInt16LE(28);
    at = from + bytes + (head.readUInt16LE(6) & descriptorFlag ? descriptorBytes : 0);
    const storedLength = Math.min(bytes, end - from);
    return storedLength > 0
      ? { bytes: storedLength, read: (offset, length) => part.read(from + offset, length) }
      : null;
  };
}
