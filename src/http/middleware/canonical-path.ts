import { defaultLocale, isLocale } from '#i18n/locales.ts';

/** Null if `url` is canonical. The result starts with exactly one slash, so it can't name another host. */
export function canonicalPath(url: URL): string | null {
  const segments = url.pathname.split(/[/\\]/).filter((segment) => segment !== '');
  if (containsUrl(segments)) return null;
  const [first = '', second = ''] = segments;
  const prefix = first.toLowerCase();
  if (isLocale(prefix)) {
    // `/en/de` must stay a 404 and not become the German page.
    const omitsPrefix = prefix === defaultLocale && !isLocale(second.toLowerCase());
    segments.splice(0, 1, ...(omitsPrefix ? [] : [prefix]));
  }
  const path = `/${segments.join('/')}`;
  return path === url.pathname ? null : path + url.search;
}

/** With or without its scheme. A proxy may have merged the two slashes. */
const threadsUrlPath = /^(?:https?:\/{1,2})?((?:www\.)?threads\.(?:net|com)\/.*)$/is;
const maxLinkLength = 2_000;

/** Maps `/https://www.threads.com/@u/post/C`, with or without a locale prefix, to `/?url=…`. */
export function postLinkRedirect(url: URL): string | null {
  const path = decode(url.pathname)?.replace(/^\/+/, '') ?? '';
  const slash = path.indexOf('/');
  const first = path.slice(0, Math.max(slash, 0)).toLowerCase();
  const hasPrefix = isLocale(first);
  const link = threadsUrlPath.exec(hasPrefix ? path.slice(slash).replace(/^\/+/, '') : path)?.[1];
  if (link === undefined) return null;
  const page = hasPrefix && first !== defaultLocale ? `/${first}` : '/';
  return `${page}?url=${encodeURIComponent(toWellFormed(`https://${link}${url.search}`))}`;
}

/** A path that contains a URL is not a variant of a page path, so it must not be canonicalized. */
function containsUrl(segments: readonly string[]): boolean {
  return segments.slice(0, 2).some((segment) => /^https?:$/i.test(segment));
}

function toWellFormed(link: string): string {
  return link.slice(0, maxLinkLength).replace(/[\uD800-\uDBFF]$/, '');
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
