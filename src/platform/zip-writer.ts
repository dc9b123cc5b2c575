export interface ZipEntry {
  /** Unique ignoring case. */
  name: string;
  bytes: number;
  modified: Date;
  /** Called once, when the entry is written. */
  open(): Promise<AsyncIterable<Uint8Array>> | AsyncIterable<Uint8Array>;
}

/** Continues a checksum, which begins with 0. */
export type Crc32 = (bytes: Uint8Array, crc: number) => number;

const blockBytes = 0xffff;
const blockHeaderBytes = 5;
const frameBytes = blockHeaderBytes + blockBytes;
const descriptorBytes = 16;
const bytesMax = 0xffff_fffe;

/** Checksums and lengths follow the data; names are UTF-8. */
const flags = 0x0808;
const deflate = 8;
const versionNeeded = 20;
const madeOnUnix = 0x031e;
const regularFile = 0o100644 * 0x10000;

/** Of a file with its checksum and lengths. */
export function entryDataLength(bytes: number): number {
  return storedLength(bytes) + descriptorBytes;
}

function storedLength(bytes: number): number {
  return bytes + blockHeaderBytes * Math.max(1, Math.ceil(bytes / blockBytes));
}

/** Where in an entry's data a byte of its file is. */
export function storedPosition(at: number): number {
  return at + blockHeaderBytes * (Math.floor(at / blockBytes) + 1);
}

/** How many bytes of a file are in the first `length` bytes of its entry's data. */
export function countFileBytes(length: number): number {
  const rest = length % frameBytes;
  return Math.floor(length / frameBytes) * blockBytes + Math.max(0, rest - blockHeaderBytes);
}

/** Takes out the headers of the blocks; `chunk` begins with the byte `at` of the file. */
export function takeFileBytes(chunk: Uint8Array, at: number): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let from = 0, left = blockBytes - (at % blockBytes); from < chunk.length; left = blockBytes) {
    parts.push(chunk.subarray(from, from + left));
    from += left + blockHeaderBytes;
  }
  return parts;
}

export function zipLength(entries: readonly ZipEntry[]): number {
  const heads = entries.map((entry) => createHead(entry));
  const sizes = entries.map(
    ({ bytes }, index) => entryDataLength(bytes) + 30 + 46 + 2 * (heads[index]?.tailBytes ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 22);
}

/**
 * Deflate with blocks that store: the length is known in advance, and yet readers that begin at the front find the
 * end of each file, which they can't for a stored entry whose checksum follows it. Equal input gives equal bytes, in
 * every time zone. Fails if a file differs from its entry.
 */
export async function* writeZip(
  entries: readonly ZipEntry[],
  crc32: Crc32,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const directory: Uint8Array[] = [];
  let position = 0;
  for (const entry of entries) {
    const head = createHead(entry);
    yield concat(u32(0x04034b50), head.fields, u32(0, 0, 0), head.lengths, head.tail);
    let crc = 0;
    let written = 0;
    for await (const chunk of await entry.open()) {
      if (chunk.length === 0) continue;
      if (written + chunk.length > entry.bytes) throw new Error('file is longer than expected');
      crc = crc32(chunk, crc);
      yield frame(chunk, written, entry.bytes);
      written += chunk.length;
    }
    if (written < entry.bytes) throw new Error('file is shorter than expected');
    const sizes = u32(crc, storedLength(entry.bytes), entry.bytes);
    yield concat(entry.bytes === 0 ? blockHeader(0, 0) : u16(), u32(0x08074b50), sizes);
    directory.push(
      ...[u32(0x02014b50), u16(madeOnUnix), head.fields, sizes, head.lengths],
      ...[u16(0, 0, 0), u32(regularFile, position), head.tail],
    );
    position += 30 + head.tailBytes + entryDataLength(entry.bytes);
  }
  const records = concat(...directory);
  const count = entries.length;
  yield concat(
    ...[records, u32(0x06054b50), u16(0, 0, count, count)],
    ...[u32(records.length, position), u16(0)],
  );
}

/** What the local header and the directory have in common. */
function createHead({ name, bytes, modified }: ZipEntry) {
  if (/\\|^[a-z]:|^\/|(^|\/)\.\.(\/|$)/i.test(name)) throw new TypeError('unsafe file name in a ZIP');
  if (storedLength(bytes) > bytesMax) throw new RangeError('a file is too large for the ZIP');
  const encodedName = new TextEncoder().encode(name);
  const seconds = Math.min(Math.max(0, Math.floor(modified.getTime() / 1000)), 0x7fff_ffff);
  // The time as "extended timestamp", which most programs prefer to the one without a time zone.
  const extra = concat(u16(0x5455, 5), new Uint8Array([1]), u32(seconds));
  const tail = concat(encodedName, extra);
  return {
    fields: concat(u16(versionNeeded, flags, deflate), dosTime(modified)),
    lengths: u16(encodedName.length, extra.length),
    tail,
    tailBytes: tail.length,
  };
}

/** In UTC, since it has no time zone. */
function dosTime(date: Date): Uint8Array {
  const year = date.getUTCFullYear();
  if (year < 1980) return u16(0, 0x21);
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = (Math.min(year - 1980, 127) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return u16(time, day);
}

/** Puts the header of each block before its first byte. */
function frame(chunk: Uint8Array, at: number, total: number): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < chunk.length; ) {
    const inBlock = (at + from) % blockBytes;
    if (inBlock === 0) parts.push(blockHeader(at + from, total));
    const to = from + blockBytes - inBlock;
    parts.push(chunk.subarray(from, to));
    from = to;
  }
  return concat(...parts);
}

function blockHeader(at: number, total: number): Uint8Array {
  const length = Math.min(blockBytes, total - at);
  return concat(new Uint8Array([at + length === total ? 1 : 0]), u16(length, length ^ 0xffff));
}

function u16(...values: number[]): Uint8Array {
  return new Uint8Array(values.flatMap((value) => [value, value >> 8]));
}

function u32(...values: number[]): Uint8Array {
  return new Uint8Array(values.flatMap((value) => [value, value >> 8, value >> 16, value >>> 24]));
}

function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
