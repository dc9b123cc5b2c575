import { findPostLinks, formatPostLink } from '#threads/post-links.ts';
import { sharedLinkParams } from '../../contract.ts';

const maxTextLength = 300;

/** Returns the canonical post links, else the start of the first text; null if all parameters are empty. */
export function readInitialLink(query: URLSearchParams): string | null {
  const texts = sharedLinkParams.map((field) => query.get(field)?.trim() ?? '').filter((text) => text !== '');
  const links = findPostLinks(texts.join('\n'));
  if (links.length > 0) return links.map(formatPostLink).join(' ');
  return texts[0]?.slice(0, maxTextLength) ?? null;
}
