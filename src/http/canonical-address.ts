import { containsUrl } from './link-in-path.ts';

export interface LocalePrefixes {
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
