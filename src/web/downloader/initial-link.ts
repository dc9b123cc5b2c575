import { findPostLinks, formatPostLink } from '#threads/post-links.ts';
import { sharedLinkParams } from '../contract.ts';

/** Limit for a text without a link. */
const maxTextLength = 300;

/**
 * Reads the shared-link parameters of a URL. Returns their post links in canonical form or, if there are
 * none, the start of the text; null if all parameters are empty.
 */
export function readInitialLink(query: URLSearchParams): string | null {
  const texts = sharedLinkParams.map((field) => query.get(field)?.trim() ?? '').filter((text) => text !== '');
  const links = findPostLinks(texts.join('\n'));
  if (links.length > 0) return links.map(formatPostLink).join(' ');
  return texts[0]?.slice(0, maxTextLength) ?? null;
}
