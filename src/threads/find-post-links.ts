import { findPostLink, normalizeLinkText, urlPattern } from './find-post-link.ts';
import type { PostLink } from './match-post-path.ts';
import { threadsOrigin } from './threads-hosts.ts';

export const maxBatchTextLength = 262_144;

/** Separates links that lost their line breaks. A URL in a query string stays part of its link. */
const linkBoundary = /(?<=[\w\-/.~])(?=https?:\/\/)/i;

export function findPostLinks(text: string): PostLink[] {
  const normalized = normalizeLinkText(text, maxBatchTextLength);
  const links = new Map<string, PostLink>();
  const addLink = (found: ReturnType<typeof findPostLink>) => {
    if (!found.ok) return false;
    const key = canonicalUrl(found.value).toString();
    if (!links.has(key)) links.set(key, found.value);
    return true;
  };
  if (!addLink(findPostLink(normalized))) return [];
  for (const [url] of normalized.matchAll(urlPattern)) {
    // An appended link counts only after a post link, so that a URL on another host can't smuggle one in.
    url.split(linkBoundary).every((piece) => addLink(findPostLink(piece)));
  }
  return [...links.values()];
}

/** The same URL for all links to one post, whatever user name they contain. */
function canonicalUrl(link: PostLink): URL {
  if (link.kind === 'share') return new URL(`/share/${link.token}`, threadsOrigin);
  return new URL(`/post/${link.code}`, threadsOrigin);
}

export function formatPostLink(link: PostLink): string {
  if (link.kind === 'share') return canonicalUrl(link).href;
  return new URL(`/@${link.username ?? '_'}/post/${link.code}`, threadsOrigin).href;
}
