import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { fail, ok, type Result } from '#platform/result.ts';

/** For untrusted archives, checked before anything is decompressed. */
const entriesMax = 500_000;
/** Larger entries with a higher compression ratio are treated as zip bombs. */
const ratioMax = 200;
const ratioFromBytes = 1024 * 1024;
const endRecordBytes = 22;
/** Record and locator, which ZIP64 has before the end record. */
const zip64RecordsBytes = 76;

export interface ZipEntry {
  name: string;
  bytes: number;
  endsBefore: number;
  header: Entry;
}

export interface ZipReader extends AsyncDisposable {
  entries: ReadonlyMap<string, ZipEntry>;
  /** null: larger than `maxBytes`, a zip bomb, or inconsistent with the directory. */
  read(entry: ZipEntry, maxBytes: number): Promise<Buffer | null>;
}

export type ZipErrorCode = 'archive.unreadable' | 'archive.names' | 'archive.too_large';

/** Rejects encryption, overlapping entries, unsafe or duplicate names, and unknown methods. */
export async function openZip(path: string): Promise<Result<ZipReader, ZipErrorCode>> {
  const file = await open(path, 'r').catch(nullIfUnreadable);
  if (!file) return fail('archive.unreadable');
  let opened: Result<ZipReader, ZipErrorCode> | null = null;
  try {
    opened = await readDirectory(path, file).catch(nullIfUnreadable);
  } finally {
    if (!opened?.ok) await file.close();
  }
  return opened ?? fail('archive.unreadable');
}

/** yauzl's own reader throws where nothing can catch it if an archive names an offset above 2^53. */
class FileReader extends RandomAccessReader {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #size: number;

  constructor(path: string, file: FileHandle, size: number) {
    super();
    this.#path = path;
    this.#file = file;
    this.#size = size;
  }

  override read(...[target, offset, length, position, callback]: Parameters<RandomAccessReader['read']>) {
    const truncated = new Error('the archive is truncated');
    if (position + length > this.#size) callback(truncated);
    else
      this.#file
        .read(target, offset, length, position)
        .then(({ bytesRead }) => callback(bytesRead === length ? null : truncated), callback);
  }

  /** By path, because destroying the stream of a file handle closes the handle. */
  override _readStreamForRange(start: number, end: number) {
    return createReadStream(this.#path, { start, end: end - 1 });
  }
}

async function readDirectory(path: string, file: FileHandle): Promise<Result<ZipReader, ZipErrorCode>> {
  const { size } = await file.stat();
  const reader = new FileReader(path, file, size);
  const zip = await fromRandomAccessReaderPromise(reader, size, { decodeStrings: false, autoClose: false });
  if (zip.entryCount > entriesMax) return fail('archive.too_large');
  const directoryOffset = Number(zip.readEntryCursor);
  const entries = new Map<string, ZipEntry>();
  for await (const header of zip.eachEntry()) {
    const name = header.fileNameRaw.toString('utf8');
    if (!header.canDecodeFileData()) return fail('archive.unreadable');
    if (entries.has(name) || !isSafeEntryName(name)) return fail('archive.names');
    entries.set(name, { name, bytes: header.uncompressedSize, endsBefore: 0, header });
  }
  // A gap before the end record could hide a second archive.
  const gap = zip.fileSize - endRecordBytes - zip.comment.length - Number(zip.readEntryCursor);
  const hasGap = gap !== 0 && gap !== zip64RecordsBytes;
  if (hasGap || !setEntryBounds(entries, directoryOffset)) return fail('archive.unreadable');
  return ok({
    entries,
    read: (entry, maxBytes) => readEntry(zip, entry, maxBytes),
    [Symbol.asyncDispose]: () => file.close(),
  });
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
  const sortedEntries = [...entries.values()].toSorted((a, b) => getOffset(a) - getOffset(b));
  return sortedEntries.every((entry, index) => {
    const next = sortedEntries[index + 1];
    entry.endsBefore = next ? getOffset(next) : end;
    const { fileNameLength, compressedSize } = entry.header;
    return getOffset(entry) + 30 + fileNameLength + compressedSize <= entry.endsBefore;
  });
}

function getOffset({ header }: ZipEntry): number {
  return header.relativeOffsetOfLocalHeader;
}

async function readEntry(
  zip: ZipFile,
  { header, bytes, endsBefore }: ZipEntry,
  maxBytes: number,
): Promise<Buffer | null> {
  const { compressedSize } = header;
  if (bytes > maxBytes || compressedSize > maxBytes + 65_536) return null;
  if (bytes > Math.max(ratioFromBytes, compressedSize * ratioMax)) return null;
  try {
    const local = await zip.readLocalFileHeaderPromise(header);
    // A longer local header would shift the data into the next entry.
    if (local.fileDataStart + compressedSize > endsBefore) return null;
    const isSame = local.compressionMethod === header.compressionMethod;
    if (!isSame || !local.fileName.equals(header.fileNameRaw)) return null;
    const content = await buffer(await zip.openReadStreamPromise(header));
    return crc32(content) === header.crc32 ? content : null;
  } catch (error) {
    return nullIfUnreadable(error as NodeJS.ErrnoException);
  }
}

/** Rethrows system errors, unless there is no such file. */
function nullIfUnreadable(error: NodeJS.ErrnoException): null {
  if (error.syscall && error.code !== 'ENOENT' && error.code !== 'EISDIR') throw error;
  return null;
}
