import { asNode, asPositive, asText, parseJson } from './json.ts';

const maxUrlLength = 8_192;
const avatarPath = /\/t\d+\.\d+-19\//;

/** Rejects placeholders (`static.*`, `rsrc.php`) and avatars (`-19`). The fetcher checks the host. */
export function isMediaUrl(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > maxUrlLength) return false;
  const url = URL.parse(value);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  if (url.username !== '' || url.password !== '') return false;
  if (url.hostname.startsWith('static.') || url.pathname.includes('/rsrc.php/')) return false;
  return !avatarPath.test(url.pathname);
}

const formats = new Map([
  ['jpg', 'JPG'],
  ['jpeg', 'JPG'],
  ['png', 'PNG'],
  ['webp', 'WEBP'],
  ['heic', 'HEIC'],
  ['gif', 'GIF'],
  ['mp4', 'MP4'],
  ['webm', 'WEBM'],
  ['mov', 'MOV'],
  ['m4a', 'M4A'],
  ['aac', 'AAC'],
  ['mp3', 'MP3'],
  ['ogg', 'OGG'],
  ['opus', 'OPUS'],
  ['wav', 'WAV'],
]);

export function formatFromUrl(mediaUrl: string, fallback: string): string {
  const url = new URL(mediaUrl);
  const converted = /(?:^|_)dst-([a-z0-9]+)/.exec(url.searchParams.get('stp') ?? '')?.[1];
  const extension = /\.([A-Za-z0-9]{2,5})$/.exec(url.pathname)?.[1]?.toLowerCase();
  return formats.get(converted ?? '') ?? formats.get(extension ?? '') ?? fallback;
}

const maxEfgLength = 4_096;

/** `efg` is base64 of JSON, standard or URL-safe, with or without padding. An unescaped `+` arrives as a space. */
export function parseEfgParams(mediaUrl: string) {
  const efg = URL.parse(mediaUrl)?.searchParams.get('efg')?.replaceAll(' ', '+') ?? '';
  const isReadable = efg.length <= maxEfgLength;
  const fields = isReadable ? asNode(parseJson(Buffer.from(efg, 'base64').toString())) : null;
  const tag = asText(fields?.vencode_tag) ?? '';
  const cap = /\.(\d{3,4})(?:\.|$)/.exec(tag)?.[1];
  return {
    shortSideCap: cap === undefined ? null : Number(cap),
    durationSeconds: asPositive(fields?.duration_s),
    tag,
  };
}

export function scaleToCap(
  width: number,
  height: number,
  shortSideCap: number | null,
): { width: number; height: number } {
  const scale = shortSideCap === null ? 1 : Math.min(1, shortSideCap / Math.min(width, height));
  return { width: toEven(width * scale), height: toEven(height * scale) };
}

function toEven(pixels: number): number {
  return Math.max(2, 2 * Math.round(pixels / 2));
}

/** `ig_cache_key` is base64 of the media id, then `.2-ccb…`. */
export function parseCacheKeyId(mediaUrl: string): string | null {
  const key = URL.parse(mediaUrl)?.searchParams.get('ig_cache_key') ?? '';
  const text = Buffer.from(key.split('.', 1)[0]?.slice(0, 64) ?? '', 'base64').toString('latin1');
  return /^\d{10,24}$/.test(text) ? text : null;
}
