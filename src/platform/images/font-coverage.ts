import { brotliDecompressSync } from 'node:zlib';

/**
 * The code points that a WOFF2 font has glyphs for, from the table `cmap` (W3C WOFF 2.0, section 5; OpenType, formats
 * 4 and 12). For the fonts of `assets/fonts` only: it trusts the file.
 */
export function readCoverage(font: Buffer): Set<number> {
  const cmap = readCmap(font);
  const covered = new Set<number>();
  for (let table = 0; table < cmap.readUInt16BE(2); table += 1) {
    const at = cmap.readUInt32BE(4 + 8 * table + 4);
    const format = cmap.readUInt16BE(at);
    if (format === 4) addSegments(cmap.subarray(at), covered);
    if (format === 12) addGroups(cmap.subarray(at), covered);
  }
  return covered;
}

const headerLength = 48;
/** Of the table names that WOFF2 abbreviates. */
const tables = { cmap: 0, glyf: 10, loca: 11, named: 63 };

function readCmap(font: Buffer): Buffer {
  let at = headerLength;
  const readLength = (): number => {
    for (let value = 0; ; ) {
      const byte = font.readUInt8(at);
      at += 1;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let start = 0;
  let range: [start: number, end: number] | null = null;
  for (let count = font.readUInt16BE(12); count > 0; count -= 1) {
    const flags = font.readUInt8(at);
    at += 1;
    const table = flags & 63;
    if (table === tables.named) at += 4;
    const length = readLength();
    // These two are transformed unless the version is 3, the others only if it isn't 0.
    const isOutline = table === tables.glyf || table === tables.loca;
    const isTransformed = isOutline ? flags >> 6 !== 3 : flags >> 6 !== 0;
    const end = start + (isTransformed ? readLength() : length);
    if (table === tables.cmap) range = [start, end];
    start = end;
  }
  const compressed = font.subarray(at, at + font.readUInt32BE(20));
  if (range === null) throw new Error('a font without cmap');
  return brotliDecompressSync(compressed).subarray(...range);
}

function addSegments(table: Buffer, covered: Set<number>): void {
  const bytes = table.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + bytes, 16 + 2 * bytes, 16 + 3 * bytes] as const;
  for (let segment = 0; segment < bytes; segment += 2) {
    const [first, last] = [table.readUInt16BE(starts + segment), table.readUInt16BE(ends + segment)];
    const offset = table.readUInt16BE(offsets + segment);
    const delta = table.readUInt16BE(deltas + segment);
    for (let codePoint = first; codePoint <= last && codePoint < 0xffff; codePoint += 1) {
      const glyph =
        offset === 0
          ? (codePoint + delta) & 0xffff
          : table.readUInt16BE(offsets + segment + offset + 2 * (codePoint - first));
      if (glyph !== 0) covered.add(codePoint);
    }
  }
}

function addGroups(table: Buffer, covered: Set<number>): void {
  for (let group = 0; group < table.readUInt32BE(12); group += 1) {
    const [first, last] = [table.readUInt32BE(16 + 12 * group), table.readUInt32BE(20 + 12 * group)];
    for (let codePoint = first; codePoint <= last; codePoint += 1) covered.add(codePoint);
  }
}
