import type { PartFile } from './part-file.ts';

/** The beginning of one file, or all of it, as an earlier run of the same ZIP left it. */
export interface KeptBytes {
  bytes: number;
  /** Throws DiskFault; fewer bytes where there are no more. */
  read(at: number, length: number): Promise<Buffer>;
}

/** Asked for each file of a ZIP in its order; null where nothing of it is kept. */
export type FindKept = (bytes: number) => Promise<KeptBytes | null>;

export const nothingKept: FindKept = async () => null;

const headSignature = 0x04034b50;
const headBytes = 30;
/** Behind a file whose sum was not known before it. */
const descriptorBytes = 16;
const descriptorFlag = 8;

/**
 * Where the files of a ZIP stand in its part, by the head before each (APPNOTE.TXT 4.3.7). No file of it is longer than
 * 4 GiB, and none is compressed.
 */
export function findKeptFiles(part: Pick<PartFile, 'bytes' | 'read'>): FindKept {
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
    const kept = Math.min(bytes, end - from);
    return kept > 0 ? { bytes: kept, read: (place, length) => part.read(from + place, length) } : null;
  };
}
