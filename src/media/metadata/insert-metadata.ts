import { crc32 } from 'node:zlib';
import type { FileMetadata } from '../contract.ts';
import { formatXmp } from './xmp.ts';

export interface Insertion {
  /** The offset in the original file; null: behind its end. */
  at: number | null;
  bytes: Buffer;
}

/** null for formats in which nothing is inserted. `firstBytes`: at least 64, or the whole file. */
export function planInsertion(
  metadata: FileMetadata,
  extension: string,
  firstBytes: Buffer,
): Insertion | null {
  const plan = Object.hasOwn(planners, extension) ? planners[extension as keyof typeof planners] : null;
  return plan ? plan(formatXmp(metadata), firstBytes) : null;
}

export function insertMetadata(file: Buffer, extension: string, metadata: FileMetadata | undefined): Buffer {
  const insertion = metadata && planInsertion(metadata, extension, file);
  if (!insertion) return file;
  const at = insertion.at ?? file.length;
  return Buffer.concat([file.subarray(0, at), insertion.bytes, file.subarray(at)]);
}

const planners = { jpg: planJpeg, png: planPng, mp4: planMp4, mov: planMp4, m4a: planMp4 };

const jpegNamespace = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');

/** A segment APP1, behind the JFIF segment that has to be the first. */
function planJpeg(xmp: Buffer, firstBytes: Buffer): Insertion {
  const isJfif = firstBytes.length >= 6 && firstBytes.readUInt16BE(2) === 0xffe0;
  const jfifEnd = isJfif ? 4 + firstBytes.readUInt16BE(4) : 2;
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(2 + jpegNamespace.length + xmp.length, 2);
  return { at: jfifEnd <= firstBytes.length ? jfifEnd : 2, bytes: Buffer.concat([head, jpegNamespace, xmp]) };
}

/** Behind the signature and the chunk IHDR, which has to be the first. */
const pngHeaderBytes = 33;
const pngKeyword = Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1');

/** A chunk iTXt, not compressed. */
function planPng(xmp: Buffer, firstBytes: Buffer): Insertion | null {
  if (firstBytes.length < pngHeaderBytes || firstBytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  const content = Buffer.concat([Buffer.from('iTXt', 'latin1'), pngKeyword, xmp]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length - 4);
  checksum.writeUInt32BE(crc32(content));
  return { at: pngHeaderBytes, bytes: Buffer.concat([length, content, checksum]) };
}

const xmpBoxId = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/** A box at the end: the index has the offsets of the packets, so none of them may move. */
function planMp4(xmp: Buffer): Insertion {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + xmpBoxId.length + xmp.length);
  head.write('uuid', 4, 'latin1');
  return { at: null, bytes: Buffer.concat([head, xmpBoxId, xmp]) };
}
