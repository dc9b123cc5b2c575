import { asNode, asPositive, asText, parseJson } from './json.ts';

const maxUrlLength = 8_192;
/** Avatars, and share cards, which Threads draws as the preview of a post (autumn 2026). */
const otherImagePath = /\/t\d+\.\d+-19\/|\/t39\.92108-/;

const plainUrl = /^https?:\/\/((?:[a-z\d]+[.-])+[a-z]{2,})(\/(?:[\w-]|[./](?![./]))*)(?:\?[\w&=%~.-]*)?$/;

/** Rejects placeholders (`static.*`, `rsrc.php`), avatars and share cards. The fetcher checks the host. */
export function isMediaUrl(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > maxUrlLength) return false;
  // Nearly all addresses are plain, and a page has hundreds: parsing each one costs more than parsing its JSON.
  const [, host, path] = plainUrl.exec(value) ?? [];
  if (host && path)
    return !host.startsWith('static.') && !path.includes('/rsrc.php/') && !otherImagePath.test(path);
  const url = URL.parse(value);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  if (url.username !== '' || url.password !== '') return false;
  if (url.hostname.startsWith('static.') || url.pathname.includes('/rsrc.php/')) return false;
  return !otherImagePath.test(url.pathname);
}

const knownExtension = /^(?:jpg|png|webp|heic|avif|gif|mp4|webm|mov|m4a|aac|mp3|ogg|opus|wav)$/;

function toFormat(extension = ''): string | null {
  if (extension === 'jpeg') return 'JPG';
  return knownExtension.test(extension) ? extension.toUpperCase() : null;
}

export function getQueryParam(url: string, name: string): string | null {
  const parameter = new RegExp(`^[^#]*?[?&](${name}=[^&#]*)`).exec(url)?.[1];
  return parameter === undefined ? null : new URLSearchParams(parameter).get(name);
}

export function formatFromUrl(mediaUrl: string, fallback: string): string {
  const converted = /(?:^|_)dst-([a-z0-9]+)/.exec(getQueryParam(mediaUrl, 'stp') ?? '')?.[1];
  const extension = /\.([A-Za-z0-9]{2,5})$/.exec(new URL(mediaUrl).pathname)?.[1]?.toLowerCase();
  return toFormat(converted) ?? toFormat(extension) ?? fallback;
}

const maxEfgLength = 4_096;

/** `efg` is base64 of JSON, standard or URL-safe, with or without padding. An unescaped `+` arrives as a space. */
export function parseEfgParams(mediaUrl: string) {
  const efg = getQueryParam(mediaUrl, 'efg')?.replaceAll(' ', '+') ?? '';
  const isReadable = efg.length <= maxEfgLength;
  const fields = isReadable ? asNode(parseJson(Buffer.from(efg, 'base64').toString())) : null;
  const tag = asText(fields?.vencode_tag) ?? '';
  const cap = /\.(\d{3,4})(?:\.|$)/.exec(tag)?.[1];
  return {
    shortSideCap: cap === undefined ? null : Number(cap),
    durationSeconds: asPositive(fields?.duration_s),
    bitrate: asPositive(fields?.bitrate),
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
  const key = getQueryParam(mediaUrl, 'ig_cache_key') ?? '';
  const text = Buffer.from(key.split('.', 1)[0]?.slice(0, 64) ?? '', 'base64').toString('latin1');
  return /^\d{10,24}$/.test(text) ? text : null;
}
