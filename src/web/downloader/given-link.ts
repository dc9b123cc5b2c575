import { findPostLinks, writePostLink } from '#threads/find-post-links.ts';
import { givenLinkFields } from '../contract.ts';

/** Longest text shown that holds no link at all. */
const shownLength = 300;

/**
 * What an address brings along: its links, written anew, or the beginning of a text without any, for the visitor to
 * see. null where it brings nothing.
 */
export function givenLink(query: URLSearchParams): string | null {
  const texts = givenLinkFields.map((field) => query.get(field)?.trim() ?? '').filter((text) => text !== '');
  const links = findPostLinks(texts.join('\n'));
  if (links.length > 0) return links.map(writePostLink).join(' ');
  return texts[0]?.slice(0, shownLength) ?? null;
}
