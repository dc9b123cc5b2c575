import type { PartFile } from './part-file.ts';

export interface StoredBytes {
  bytes: number;
  /** Returns fewer bytes at the end. Throws `DiskError`. */
  read(at: number, length: number): Promise<Buffer>;
}

export type FindStoredBytes = (bytes: number) => Promise<StoredBytes | null>;

export const noStoredBytes: FindStoredBytes = async () => null;

const localHeaderSignature = 0x04034b50;
const localHeaderBytes = 30;
/** Data descriptor after a file whose CRC is not in its header. */
const descriptorBytes = 16;
const descriptorFlag = 8;

/** Reads local headers (APPNOTE.TXT 4.3.7). No file may be compressed or larger than 4 GiB. */
export function createStoredBytesFinder(part: Pick<PartFile, 'bytes' | 'read'>): FindStoredBytes {
  const end = part.bytes();
  let at: number | null = 0;
  return async (bytes) => {
    if (at === null) return null;
    const header = await part.read(at, localHeaderBytes);
    if (header.length < localHeaderBytes || header.readUInt32LE(0) !== localHeaderSignature) {
      at = null;
      return null;
    }
    const from = at + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
    at = from + bytes + (header.readUInt16LE(6) & descriptorFlag ? descriptorBytes : 0);
    const storedLength = Math.min(bytes, end - from);
    return storedLength > 0
      ? { bytes: storedLength, read: (offset, length) => part.read(from + offset, length) }
      : null;
  };
}
