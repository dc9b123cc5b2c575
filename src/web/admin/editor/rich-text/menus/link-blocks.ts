import { parseVideoLink } from '#blog/embed-contract.ts';
import { findPostLink } from '#threads/post-links.ts';

/** The command whose block shows the link. Loaded with the first pasted link. */
export function findLinkBlock(link: string): 'threads-post' | 'embed' | null {
  if (findPostLink(link).ok) return 'threads-post';
  return parseVideoLink(link) ? 'embed' : null;
}
