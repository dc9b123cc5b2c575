import type { LocalePrefixes } from './canonical-address.ts';

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
export function containsUrl(segments: readonly string[]): boolean {
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
