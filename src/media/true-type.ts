import type { Conversion } from './contract.ts';

/** What a file is by its bytes, or by the CDN's word where its bytes are of a form we do not know. */
export interface TrueType {
  contentType: string;
  /** Lower case, without a dot. */
  extension: string;
}

/** Bytes from the start that `trueType` wants to see, or all of a shorter file. */
export const sniffBytes = 64;
/** No more of the start than this is looked at. */
const lookedAt = 512;

const types = {
  jpg: { contentType: 'image/jpeg', extension: 'jpg' },
  png: { contentType: 'image/png', extension: 'png' },
  webp: { contentType: 'image/webp', extension: 'webp' },
  gif: { contentType: 'image/gif', extension: 'gif' },
  heic: { contentType: 'image/heic', extension: 'heic' },
  avif: { contentType: 'image/avif', extension: 'avif' },
  mp4: { contentType: 'video/mp4', extension: 'mp4' },
  mov: { contentType: 'video/quicktime', extension: 'mov' },
  webm: { contentType: 'video/webm', extension: 'webm' },
  m4a: { contentType: 'audio/mp4', extension: 'm4a' },
  mp3: { contentType: 'audio/mpeg', extension: 'mp3' },
  aac: { contentType: 'audio/aac', extension: 'aac' },
  wav: { contentType: 'audio/wav', extension: 'wav' },
  ogg: { contentType: 'audio/ogg', extension: 'ogg' },
} as const satisfies Record<string, TrueType>;

/** What this server makes itself. */
export const madeTypes = {
  jpg: types.jpg,
  png: types.png,
  gif: types.gif,
  m4a: types.m4a,
} satisfies Record<Conversion, TrueType>;

const listed = new Map<string, TrueType>(Object.values(types).map((type) => [type.contentType, type]));
for (const [alias, type] of [
  ['image/jpg', types.jpg],
  ['image/heif', types.heic],
  ['audio/x-m4a', types.m4a],
  ['audio/m4a', types.m4a],
  ['audio/mp3', types.mp3],
  ['audio/x-wav', types.wav],
] as const) {
  listed.set(alias, type);
}

/** A declared Content-Type on the list of media we pass on; null for any other. */
export function listedType(declared: string | undefined): TrueType | null {
  return listed.get((declared ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '') ?? null;
}

/** Declared types that say nothing: the bytes alone decide. */
function isSilent(declared: string | undefined): boolean {
  const type = (declared ?? '').split(';', 1)[0]?.trim().toLowerCase();
  return type === '' || type === 'application/octet-stream' || type === 'binary/octet-stream';
}

/**
 * Judges a file by its first bytes and its declared type.
 * @param head at least `sniffBytes` from the file's start, or all of a shorter file
 * @returns null for what must not go out: nothing at all, text of any kind (HTML, SVG, XML, JSON), archives,
 *   programs, and whatever is declared as something other than media
 */
export function trueType(head: Buffer, declared: string | undefined): TrueType | null {
  const promised = listedType(declared);
  if (!promised && !isSilent(declared)) return null;
  const bytes = head.subarray(0, lookedAt);
  const known = byMagic(bytes, promised);
  if (known) return known;
  return promised && !isText(bytes) && !isPaddedText(bytes) && !isForeign(bytes) ? promised : null;
}

function byMagic(bytes: Buffer, promised: TrueType | null): TrueType | null {
  const at = (offset: number, text: string) =>
    bytes.toString('latin1', offset, offset + text.length) === text;
  if (at(0, '\xff\xd8\xff')) return types.jpg;
  if (at(0, '\x89PNG\r\n\x1a\n')) return types.png;
  if (at(0, 'GIF87a') || at(0, 'GIF89a')) return types.gif;
  if (at(0, 'RIFF')) return at(8, 'WEBP') ? types.webp : at(8, 'WAVE') ? types.wav : null;
  if (at(0, '\x1aE\xdf\xa3')) return types.webm;
  if (at(0, 'OggS')) return types.ogg;
  if (at(0, 'ID3')) return types.mp3;
  if (at(0, '\0') && at(4, 'ftyp')) return byBrand(bytes, promised);
  if (
    at(0, '\0') &&
    ['moov', 'moof', 'styp', 'sidx', 'mdat', 'free', 'wide', 'skip'].some((box) => at(4, box))
  ) {
    return promised === types.m4a ? types.m4a : types.mp4;
  }
  return byAudioFrame(bytes);
}

/** ISO base media: the brands tell pictures from sound from video. A general brand leaves audio to the CDN's word. */
function byBrand(bytes: Buffer, promised: TrueType | null): TrueType {
  const size = Math.min(bytes.length, bytes.length >= 4 ? bytes.readUInt32BE(0) : 0);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let offset = 16; offset + 4 <= size; offset += 4)
    brands.push(bytes.toString('latin1', offset, offset + 4));
  const has = (...wanted: string[]) => brands.some((brand) => wanted.includes(brand));
  if (has('avif', 'avis')) return types.avif;
  if (has('heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1')) return types.heic;
  if (has('M4A ', 'M4B ', 'M4P ')) return types.m4a;
  if (brands[0] === 'qt  ') return types.mov;
  return promised === types.m4a ? types.m4a : types.mp4;
}

/** MPEG audio without a tag: a frame header whose fields are all possible. */
function byAudioFrame(bytes: Buffer): TrueType | null {
  const [sync = 0, kind = 0, rates = 0] = bytes;
  if (sync !== 0xff || bytes.length < 4) return null;
  if ((kind & 0xf6) === 0xf0) return types.aac;
  const isMp3 = (kind & 0xe6) === 0xe2 && (kind & 0x18) !== 0x08;
  return isMp3 && (rates & 0xf0) !== 0xf0 && (rates & 0x0c) !== 0x0c ? types.mp3 : null;
}

/** No byte that only binary files hold (WHATWG MIME sniffing), or the mark of UTF-16. */
function isText(bytes: Buffer): boolean {
  if (bytes.length >= 2 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE(0))) return true;
  return bytes.every((byte) => byte > 0x1f || [0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
}

/** Text or markup behind NULs, spaces and byte-order marks, of whatever width; or nothing but those. */
function isPaddedText(bytes: Buffer): boolean {
  const padding = /^(?:[\s\0]|\xef\xbb\xbf|\xfe\xff|\xff\xfe)*/.exec(bytes.toString('latin1'));
  const rest = bytes.subarray(padding?.[0].length ?? 0);
  return isText(rest) || /^<\0{0,3}[a-z!?/]/i.test(rest.toString('latin1', 0, 8));
}

/** Forms that are never a post's media, whatever they are declared as: zip, gzip, programs, PDF, Flash. */
function isForeign(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 4);
  return ['PK\x03\x04', '\x1f\x8b', 'MZ', '\x7fELF', '%PDF', '#!', 'CWS', 'FWS', '\xca\xfe\xba\xbe'].some(
    (magic) => start.startsWith(magic),
  );
}
