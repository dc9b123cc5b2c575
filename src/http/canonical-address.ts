import { namesOtherAddress } from './link-in-path.ts';

export interface LocalePrefixes {
  /** Every language a first segment may name, in lower case. */
  all: readonly string[];
  /** The one whose pages have no prefix. */
  unprefixed: string;
}

/**
 * The one address of a page, as path and query, where `url` is another spelling of it; null where it is that
 * address. Slashes are single and none ends a path, a language is in lower case, the default one is left out.
 * It begins with exactly one slash, so it can not name another host.
 */
export function canonicalAddress(url: URL, prefixes: LocalePrefixes): string | null {
  const segments = url.pathname.split(/[/\\]/).filter((segment) => segment !== '');
  if (namesOtherAddress(segments)) return null;
  const [first = '', second = ''] = segments;
  const prefix = first.toLowerCase();
  if (prefixes.all.includes(prefix)) {
    // `/en/de` names no page: it is missing rather than German.
    const isLeftOut = prefix === prefixes.unprefixed && !prefixes.all.includes(second.toLowerCase());
    segments.splice(0, 1, ...(isLeftOut ? [] : [prefix]));
  }
  const path = `/${segments.join('/')}`;
  return path === url.pathname ? null : path + url.search;
}

/** The language of a page, by the first segment of its path. */
export function localeOf(pathname: string, prefixes: LocalePrefixes): string {
  const first = pathname.split('/')[1] ?? '';
  return prefixes.all.includes(first) ? first : prefixes.unprefixed;
}
