import type { IncomingMessage } from 'node:http';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Conversion, MediaError } from '../contract.ts';
import type { ResponseHead } from '../range.ts';

export async function detectType(
  body: IncomingMessage,
  head: ResponseHead,
): Promise<Result<{ type: MediaFileType; firstBytes: Buffer }, MediaError>> {
  const declared = body.headers['content-type'];
  const isFromStart = (head.range?.from ?? 0) === 0;
  const canSniff = head.length === null || head.length >= sniffBytes || head.length === head.totalBytes;
  if (!isFromStart || !canSniff) {
    const type = allowedContentType(declared);
    if (!type) return fail({ code: 'media.wrong_type', cause: declared });
    // A part is never empty: don't send a head for a body that won't come.
    const firstBytes = await readFirstBytes(body, 1);
    return firstBytes.length > 0
      ? ok({ type, firstBytes })
      : fail({ code: 'media.unreachable', cause: 'body ended early' });
  }
  const firstBytes = await readFirstBytes(body, sniffBytes);
  const type = sniffMediaType(firstBytes, declared);
  return type ? ok({ type, firstBytes }) : fail({ code: 'media.wrong_type', cause: declared });
}

/** Reads at least `minBytes`, or all of a shorter body, and pauses it. Rejects if the connection breaks. */
function readFirstBytes(body: IncomingMessage, minBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = () => {
      body.off('data', onData).off('end', settle).off('error', reject).off('close', onClose);
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    };
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length < minBytes) return;
      body.pause();
      settle();
    };
    const onClose = () => reject(body.errored ?? new Error('body closed before its end'));
    if (body.errored || body.destroyed) onClose();
    else body.on('end', settle).on('error', reject).on('close', onClose).on('data', onData);
  });
}

export interface MediaFileType {
  contentType: string;
  extension: string;
}

export const sniffBytes = 64;
const maxSniffBytes = 512;

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
} as const satisfies Record<string, MediaFileType>;

export const convertedTypes = {
  jpg: types.jpg,
  png: types.png,
  gif: types.gif,
  m4a: types.m4a,
} satisfies Record<Conversion, MediaFileType>;

const typesByContentType = new Map<string, MediaFileType>(
  Object.values(types).map((type) => [type.contentType, type]),
);
for (const [alias, type] of [
  ['image/jpg', types.jpg],
  ['image/heif', types.heic],
  ['audio/x-m4a', types.m4a],
  ['audio/m4a', types.m4a],
  ['audio/mp3', types.mp3],
  ['audio/x-wav', types.wav],
] as const) {
  typesByContentType.set(alias, type);
}

export function allowedContentType(declared: string | undefined): MediaFileType | null {
  return typesByContentType.get((declared ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '') ?? null;
}

function isGenericType(declared: string | undefined): boolean {
  const type = (declared ?? '').split(';', 1)[0]?.trim().toLowerCase();
  return type === '' || type === 'application/octet-stream' || type === 'binary/octet-stream';
}

/** null for files that must not be sent: empty, text of any kind (HTML, SVG, JSON), archives, programs. */
export function sniffMediaType(head: Buffer, declared: string | undefined): MediaFileType | null {
  const declaredType = allowedContentType(declared);
  if (!declaredType && !isGenericType(declared)) return null;
  const bytes = head.subarray(0, maxSniffBytes);
  const known = detectByMagic(bytes, declaredType);
  if (known) return known;
  return declaredType && !isText(bytes) && !isPaddedText(bytes) && !isNonMedia(bytes) ? declaredType : null;
}

function detectByMagic(bytes: Buffer, declaredType: MediaFileType | null): MediaFileType | null {
  const at = (offset: number, text: string) =>
    bytes.toString('latin1', offset, offset + text.length) === text;
  if (at(0, '\xff\xd8\xff')) return types.jpg;
  if (at(0, '\x89PNG\r\n\x1a\n')) return types.png;
  if (at(0, 'GIF87a') || at(0, 'GIF89a')) return types.gif;
  if (at(0, 'RIFF')) return at(8, 'WEBP') ? types.webp : at(8, 'WAVE') ? types.wav : null;
  if (at(0, '\x1aE\xdf\xa3')) return types.webm;
  if (at(0, 'OggS')) return types.ogg;
  if (at(0, 'ID3')) return types.mp3;
  if (at(0, '\0') && at(4, 'ftyp')) return detectByBrand(bytes, declaredType);
  if (
    at(0, '\0') &&
    ['moov', 'moof', 'styp', 'sidx', 'mdat', 'free', 'wide', 'skip'].some((box) => at(4, box))
  ) {
    return declaredType === types.m4a ? types.m4a : types.mp4;
  }
  return detectByAudioFrame(bytes);
}

/** For a general brand, the declared type decides whether it is audio. */
function detectByBrand(bytes: Buffer, declaredType: MediaFileType | null): MediaFileType {
  const size = Math.min(bytes.length, bytes.length >= 4 ? bytes.readUInt32BE(0) : 0);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let offset = 16; offset + 4 <= size; offset += 4)
    brands.push(bytes.toString('latin1', offset, offset + 4));
  const has = (...candidates: string[]) => brands.some((brand) => candidates.includes(brand));
  if (has('avif', 'avis')) return types.avif;
  if (has('heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1')) return types.heic;
  if (has('M4A ', 'M4B ', 'M4P ')) return types.m4a;
  if (brands[0] === 'qt  ') return types.mov;
  return declaredType === types.m4a ? types.m4a : types.mp4;
}

function detectByAudioFrame(bytes: Buffer): MediaFileType | null {
  const [sync = 0, kind = 0, rates = 0] = bytes;
  if (sync !== 0xff || bytes.length < 4) return null;
  if ((kind & 0xf6) === 0xf0) return types.aac;
  const isMp3 = (kind & 0xe6) === 0xe2 && (kind & 0x18) !== 0x08;
  return isMp3 && (rates & 0xf0) !== 0xf0 && (rates & 0x0c) !== 0x0c ? types.mp3 : null;
}

/** Has no binary data byte (WHATWG MIME sniffing), or starts with a UTF-16 byte-order mark. */
function isText(bytes: Buffer): boolean {
  if (bytes.length >= 2 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE(0))) return true;
  return bytes.every((byte) => byte > 0x1f || [0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
}

/** Text or markup after NULs, spaces and byte-order marks. */
function isPaddedText(bytes: Buffer): boolean {
  const padding = /^(?:[\s\0]|\xef\xbb\xbf|\xfe\xff|\xff\xfe)*/.exec(bytes.toString('latin1'));
  const content = bytes.subarray(padding?.[0].length ?? 0);
  return isText(content) || /^<\0{0,3}[a-z!?/]/i.test(content.toString('latin1', 0, 8));
}

function isNonMedia(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 4);
  return ['PK\x03\x04', '\x1f\x8b', 'MZ', '\x7fELF', '%PDF', '#!', 'CWS', 'FWS', '\xca\xfe\xba\xbe'].some(
    (magic) => start.startsWith(magic),
  );
}
