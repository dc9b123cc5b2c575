interface LocalePrefixes {
  /** Locales that can be the first path segment, in lower case. */
  all: readonly string[];
  /** The locale whose pages have no prefix. */
  unprefixed: string;
}

/**
 * Returns the canonical path and query of a page, or null if `url` is canonical already: single slashes, none
 * at the end, lower-case locale, no prefix for the default locale. The result starts with exactly one slash,
 * so it can't name another host.
 */
export function canonicalPath(url: URL, prefixes: LocalePrefixes): string | null {
  const segments = url.pathname.split(/[/\\]/).filter((segment) => segment !== '');
  if (containsUrl(segments)) return null;
  const [first = '', second = ''] = segments;
  const prefix = first.toLowerCase();
  if (prefixes.all.includes(prefix)) {
    // `/en/de` must stay a 404 and not become the German page.
    const isLeftOut = prefix === prefixes.unprefixed && !prefixes.all.includes(second.toLowerCase());
    segments.splice(0, 1, ...(isLeftOut ? [] : [prefix]));
  }
  const path = `/${segments.join('/')}`;
  return path === url.pathname ? null : path + url.search;
}

export function localeFromPath(pathname: string, prefixes: LocalePrefixes): string {
  const first = pathname.split('/')[1] ?? '';
  return prefixes.all.includes(first) ? first : prefixes.unprefixed;
}

/** A Threads URL as a path, with or without its scheme. A proxy may have merged the two slashes. */
const linkForm = /^(?:https?:\/{1,2})?((?:www\.)?threads\.(?:net|com)\/.*)$/is;
const longestLink = 2_000;

/**
 * Maps `/https://www.threads.com/@u/post/C`, with or without a locale prefix, to the home page with the link
 * as its `url` parameter. Null for all other paths. The home page path comes first, so the result can't name
 * another host.
 */
export function postLinkRedirect(url: URL, prefixes: LocalePrefixes): string | null {
  const segments = decode(url.pathname)?.replace(/^\/+/, '') ?? '';
  const slash = segments.indexOf('/');
  const first = segments.slice(0, Math.max(slash, 0)).toLowerCase();
  const hasPrefix = prefixes.all.includes(first);
  const link = linkForm.exec(hasPrefix ? segments.slice(slash).replace(/^\/+/, '') : segments)?.[1];
  if (link === undefined) return null;
  const page = hasPrefix && first !== prefixes.unprefixed ? `/${first}` : '/';
  return `${page}?url=${encodeURIComponent(toWellFormed(`https://${link}${url.search}`))}`;
}

/** A path that contains a URL is not a variant of a page path, so it must not be canonicalized. */
function containsUrl(segments: readonly string[]): boolean {
  return segments.slice(0, 2).some((segment) => /^https?:$/i.test(segment));
}

function toWellFormed(link: string): string {
  return link.slice(0, longestLink).replace(/[\uD800-\uDBFF]$/, '');
}

/** Null if an escape is malformed. */
function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
