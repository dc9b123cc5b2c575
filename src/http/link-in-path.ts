import type { LocalePrefixes } from './canonical-address.ts';

/** A post's address behind ours, with its scheme or without; a proxy may have made one slash of two. */
const linkForm = /^(?:https?:\/{1,2})?((?:www\.)?threads\.(?:net|com)\/.*)$/is;
const longestLink = 2_000;

/**
 * Where `/https://www.threads.com/@u/post/C` leads, with a language before it or without: the start page, with the
 * link as its `url`. null for every other path. The start page's path comes first, so it can not name another host.
 */
export function linkInPath(url: URL, prefixes: LocalePrefixes): string | null {
  const segments = decode(url.pathname)?.replace(/^\/+/, '') ?? '';
  const slash = segments.indexOf('/');
  const first = segments.slice(0, Math.max(slash, 0)).toLowerCase();
  const hasPrefix = prefixes.all.includes(first);
  const link = linkForm.exec(hasPrefix ? segments.slice(slash).replace(/^\/+/, '') : segments)?.[1];
  if (link === undefined) return null;
  const page = hasPrefix && first !== prefixes.unprefixed ? `/${first}` : '/';
  return `${page}?url=${encodeURIComponent(toWellFormed(`https://${link}${url.search}`))}`;
}

/** A path with the scheme of another address in it is no spelling of one of our pages. */
export function namesOtherAddress(segments: readonly string[]): boolean {
  return segments.slice(0, 2).some((segment) => /^https?:$/i.test(segment));
}

function toWellFormed(link: string): string {
  return link.slice(0, longestLink).replace(/[\uD800-\uDBFF]$/, '');
}

/** null where an escape is malformed: such a path is missing. */
function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
