import { textBytesMax } from '#blog/contract.ts';
import { formatFormerAddress, parseFormerAddress } from '#blog/redirects.ts';
import { reservedPageSlugs } from '#blog/slug.ts';
import { isLocale, type Locale } from '#i18n/locales.ts';

/** Such a text can't be saved, and converting it would take long. Like there, inline images don't count. */
export function isTextTooLong(text: string): boolean {
  return Buffer.byteLength(text.replace(/data:[^"'<>]*/gi, '')) > textBytesMax;
}

/** ISO 8601, `2014-05-01 12:00:00` in UTC, or milliseconds. Null for anything else, such as WordPress's zeros. */
export function parseForeignDate(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  const isText = /^[1-9]\d{3}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(
    text,
  );
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) || !/\d\d:\d\d/.test(text) ? text : `${text}Z`;
  const date = new Date(typeof value === 'number' ? value : isText ? zoned.replace(' ', 'T') : Number.NaN);
  const isUsable =
    !Number.isNaN(date.getTime()) && date.getUTCFullYear() >= 1000 && date.getUTCFullYear() <= 9999;
  return isUsable ? date.toISOString() : null;
}

/** `de`, `de_DE` or `de-at`. */
export function parseLocale(tag: string): Locale | null {
  const language = tag.trim().toLowerCase().split(/[-_]/)[0] ?? '';
  return isLocale(language) ? language : null;
}

/** Without a trailing slash. Null if it isn't an http URL. */
export function toSiteUrl(url: string): string | null {
  const parsed = URL.parse(url.trim());
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  return (parsed.origin + parsed.pathname).replace(/(?<!\/)\/+$/, '');
}

/** The path of an address of the site, with its query; null if it is of another site. `http` and `www.` don't matter. */
export function toSitePath(address: string, siteUrl: string | null): string | null {
  if (/^\/(?![/\\])/.test(address)) return address;
  const [url, site] = [URL.parse(address), URL.parse(siteUrl ?? '')];
  if (!url || !site || !/^https?:$/.test(url.protocol)) return null;
  const host = ({ host }: URL) => host.replace(/^www\./, '');
  return host(url) === host(site) ? url.pathname + url.search : null;
}

/** Finds addresses of posts, however they are spelled. */
export function createAddressMatcher(addresses: readonly string[]): (address: string) => boolean {
  const format = (address: string) => {
    const parsed = parseFormerAddress(address);
    return parsed && formatFormerAddress(parsed);
  };
  const known = new Set(addresses.map(format));
  return (address) => {
    const formatted = format(address);
    return formatted !== null && known.has(formatted);
  };
}

/** Whether this site has a page of its own at the address, which no redirect can replace. Also if it isn't usable. */
export function hasOwnPage(address: string): boolean {
  const parsed = parseFormerAddress(address);
  return parsed === null || (parsed.query === '' && reservedPageSlugs.has(parsed.path.slice(1)));
}

/** Slugs and paths of other scripts are percent-encoded. One that isn't valid stays as it is. */
export function decodeUrlPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
