import { findPostLinks, writePostLink } from '#threads/find-post-links.ts';

/** Where a share target, a bookmark or a link puts what is to be read. The first two are for links, the third is what some apps write them into. */
const fields = ['url', 'text', 'title'] as const;

/** Longest text shown that holds no link at all. */
const shownLength = 300;

/**
 * What an address brings along: its links, written anew, or the beginning of a text without any, for the visitor to
 * see. null where it brings nothing.
 */
export function givenLink(query: URLSearchParams): string | null {
  const texts = fields.map((field) => query.get(field)?.trim() ?? '').filter((text) => text !== '');
  const links = findPostLinks(texts.join('\n'));
  if (links.length > 0) return links.map(writePostLink).join(' ');
  return texts[0]?.slice(0, shownLength) ?? null;
}

/** Nobody keeps such a page, no search engine lists it, and what it leads to does not hear where from. */
export const givenLinkHeaders = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;
