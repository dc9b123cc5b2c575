import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { fail, ok, type Result } from '#platform/result.ts';

/** For untrusted archives, checked before anything is decompressed. */
const entriesMax = 500_000;
const directoryBytesMax = 128 * 1024 * 1024;
const endBytes = 22;
const commentMax = 65_535;
/** Larger entries with a higher compression ratio are treated as zip bombs. */
const ratioMax = 200;
const ratioFromBytes = 1024 * 1024;
/** Encryption, encrypted names or patch data. */
const unsupportedFlags = 0b10_0000_0110_0001;
const inflateAsync = promisify(inflateRaw);

export interface ZipEntry {
  name: string;
  bytes: number;
  compressedBytes: number;
  method: number;
  crc: number;
  headerOffset: number;
  endsBefore: number;
}

export interface ZipReader extends AsyncDisposable {
  entries: ReadonlyMap<string, ZipEntry>;
  /** null: larger than `maxBytes`, a zip bomb, or inconsistent with the directory. */
  read(entry: ZipEntry, maxBytes: number): Promise<Buffer | null>;
}

export type ZipErrorCode = 'archive.unreadable' | 'archive.names' | 'archive.too_large';

/** Rejects encryption, overlapping entries, unsafe or duplicate names, and unknown methods. */
export async function openZip(path: string): Promise<Result<ZipReader, ZipErrorCode>> {
  const file = await openFile(path);
  if (!file) return fail('archive.unreadable');
  const found = await readDirectory(file).catch(async (error) => {
    await file.close();
    throw error;
  });
  if (!found.ok) {
    await file.close();
    return found;
  }
  return ok({
    entries: found.value,
    read: (entry, maxBytes) => readEntry(file, entry, maxBytes),
    [Symbol.asyncDispose]: () => file.close(),
  });
}

async function openFile(path: string): Promise<FileHandle | null> {
  try {
    const file = await open(path, 'r');
    if ((await file.stat()).isFile()) return file;
    await file.close();
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function readDirectory(file: FileHandle): Promise<Result<Map<string, ZipEntry>, ZipErrorCode>> {
  const { size } = await file.stat();
  const location = await findDirectory(file, size);
  if (!location) return fail('archive.unreadable');
  if (location.count > entriesMax || location.length > directoryBytesMax) return fail('archive.too_large');
  const directory = await readBytes(file, location.offset, location.length);
  const entries = new Map<string, ZipEntry>();
  if (!directory) return fail('archive.unreadable');
  let offset = 0;
  for (let index = 0; index < location.count; index += 1) {
    const read = readHeader(directory, offset);
    if (!read) return fail('archive.unreadable');
    const { entry, next } = read;
    if (entries.has(entry.name) || !isSafeEntryName(entry.name)) return fail('archive.names');
    entries.set(entry.name, { ...entry, endsBefore: 0 });
    offset = next;
  }
  if (offset !== directory.length || !setEntryBounds(entries, location.offset))
    return fail('archive.unreadable');
  return ok(entries);
}

interface DirectoryLocation {
  offset: number;
  length: number;
  count: number;
}

async function findDirectory(file: FileHandle, size: number): Promise<DirectoryLocation | null> {
  const tail = await readBytes(
    file,
    Math.max(0, size - endBytes - commentMax),
    Math.min(size, endBytes + commentMax),
  );
  if (!tail) return null;
  let end = -1;
  for (let offset = tail.length - endBytes; offset >= 0 && end === -1; offset -= 1) {
    // The comment must end with the file; otherwise the signature is part of something else.
    if (
      tail.readUInt32LE(offset) === 0x06054b50 &&
      offset + endBytes + tail.readUInt16LE(offset + 20) === tail.length
    )
      end = offset;
  }
  if (end === -1 || tail.readUInt16LE(end + 4) !== 0 || tail.readUInt16LE(end + 6) !== 0) return null;
  const endOffset = size - tail.length + end;
  const location = {
    count: tail.readUInt16LE(end + 10),
    length: tail.readUInt32LE(end + 12),
    offset: tail.readUInt32LE(end + 16),
  };
  const isZip64 =
    location.count === 0xffff || location.length === 0xffffffff || location.offset === 0xffffffff;
  const found = isZip64 ? await findZip64Directory(file, endOffset) : { ...location, endOffset };
  // A gap before the end record could hide a second archive.
  return found && found.offset + found.length === found.endOffset ? found : null;
}

async function findZip64Directory(
  file: FileHandle,
  endOffset: number,
): Promise<(DirectoryLocation & { endOffset: number }) | null> {
  const locator = await readBytes(file, endOffset - 20, 20);
  if (locator?.readUInt32LE(0) !== 0x07064b50) return null;
  const recordOffset = toSafeNumber(locator.readBigUInt64LE(8));
  const record = await readBytes(file, recordOffset, 56);
  if (record?.readUInt32LE(0) !== 0x06064b50 || recordOffset + 56 !== endOffset - 20) return null;
  return {
    count: toSafeNumber(record.readBigUInt64LE(32)),
    length: toSafeNumber(record.readBigUInt64LE(40)),
    offset: toSafeNumber(record.readBigUInt64LE(48)),
    endOffset: recordOffset,
  };
}

function readHeader(
  directory: Buffer,
  offset: number,
): { entry: Omit<ZipEntry, 'endsBefore'>; next: number } | null {
  if (offset + 46 > directory.length || directory.readUInt32LE(offset) !== 0x02014b50) return null;
  const flags = directory.readUInt16LE(offset + 8);
  const method = directory.readUInt16LE(offset + 10);
  const nameEnd = offset + 46 + directory.readUInt16LE(offset + 28);
  const extraEnd = nameEnd + directory.readUInt16LE(offset + 30);
  const next = extraEnd + directory.readUInt16LE(offset + 32);
  const isPlain = (flags & unsupportedFlags) === 0 && (method === 0 || method === 8);
  if (next > directory.length || !isPlain) return null;
  const name = directory.subarray(offset + 46, nameEnd).toString('utf8');
  const numbers = readZip64Numbers(directory.subarray(nameEnd, extraEnd), {
    bytes: directory.readUInt32LE(offset + 24),
    compressedBytes: directory.readUInt32LE(offset + 20),
    headerOffset: directory.readUInt32LE(offset + 42),
  });
  if (!numbers || (method === 0 && numbers.bytes !== numbers.compressedBytes)) return null;
  return { entry: { name, method, crc: directory.readUInt32LE(offset + 16), ...numbers }, next };
}

type Numbers = Pick<ZipEntry, 'bytes' | 'compressedBytes' | 'headerOffset'>;

/** The ZIP64 extra field has them in this order. */
function readZip64Numbers(extra: Buffer, numbers: Numbers): Numbers | null {
  const missing = (['bytes', 'compressedBytes', 'headerOffset'] as const).filter(
    (name) => numbers[name] === 0xffffffff,
  );
  if (missing.length === 0) return numbers;
  const found = { ...numbers };
  for (let offset = 0; offset + 4 <= extra.length; offset += 4 + extra.readUInt16LE(offset + 2)) {
    if (extra.readUInt16LE(offset) !== 1 || offset + 4 + missing.length * 8 > extra.length) continue;
    for (const [index, name] of missing.entries())
      found[name] = toSafeNumber(extra.readBigUInt64LE(offset + 4 + index * 8));
    return found;
  }
  return null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects them
const unsafeNamePattern = /[\\\0-\x1f\x7f\ufffd:]/;

function isSafeEntryName(name: string): boolean {
  if (name === '' || name.length > 400 || unsafeNamePattern.test(name) || name.startsWith('/')) return false;
  const parts = name.replace(/\/$/, '').split('/');
  return parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

/** Entries that share bytes are a zip bomb. `readEntry` checks the local headers against the same bounds. */
function setEntryBounds(entries: ReadonlyMap<string, ZipEntry>, end: number): boolean {
  const sortedEntries = [...entries.values()].toSorted((a, b) => a.headerOffset - b.headerOffset);
  return sortedEntries.every((entry, index) => {
    entry.endsBefore = sortedEntries[index + 1]?.headerOffset ?? end;
    return (
      entry.headerOffset + 30 + Buffer.byteLength(entry.name) + entry.compressedBytes <= entry.endsBefore
    );
  });
}

async function readEntry(file: FileHandle, entry: ZipEntry, maxBytes: number): Promise<Buffer | null> {
  if (entry.bytes > maxBytes || entry.compressedBytes > maxBytes + 65_536) return null;
  if (entry.bytes > Math.max(ratioFromBytes, entry.compressedBytes * ratioMax)) return null;
  const head = await readBytes(file, entry.headerOffset, 30);
  if (head?.readUInt32LE(0) !== 0x04034b50) return null;
  const nameLength = head.readUInt16LE(26);
  const dataOffset = entry.headerOffset + 30 + nameLength + head.readUInt16LE(28);
  // A longer local header would shift the data into the next entry.
  if (dataOffset + entry.compressedBytes > entry.endsBefore || head.readUInt16LE(8) !== entry.method)
    return null;
  const name = await readBytes(file, entry.headerOffset + 30, nameLength);
  if (name?.toString('utf8') !== entry.name) return null;
  const compressed = await readBytes(file, dataOffset, entry.compressedBytes);
  if (!compressed) return null;
  const bytes = entry.method === 0 ? compressed : await inflate(compressed, entry.bytes);
  return bytes && bytes.length === entry.bytes && crc32(bytes) === entry.crc ? bytes : null;
}

async function inflate(compressed: Buffer, bytes: number): Promise<Buffer | null> {
  try {
    return await inflateAsync(compressed, {
      maxOutputLength: Math.max(1, bytes),
      chunkSize: inflateChunkSize(bytes),
    });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}

function inflateChunkSize(bytes: number): number {
  return Math.min(1024 * 1024, Math.max(16_384, bytes + 1));
}

async function readBytes(file: FileHandle, offset: number, length: number): Promise<Buffer | null> {
  const { size } = await file.stat();
  if (!(offset >= 0 && length >= 0 && offset + length <= size)) return null;
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  return bytesRead === length ? bytes : null;
}

function toSafeNumber(value: bigint): number {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : Number.POSITIVE_INFINITY;
}
