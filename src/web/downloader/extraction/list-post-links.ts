import { findPostLinks, formatPostLink } from '#threads/post-links.ts';
import { batchLinkLimit } from '../../contract.ts';

export interface PostLinkList {
  /** The links to extract, in order, each post once. */
  links: string[];
  /** The links beyond the limit. */
  remaining: string[];
  total: number;
}

/** Finds the post links in a text and splits them at `batchLinkLimit`. */
export function listPostLinks(text: string): PostLinkList {
  const found = findPostLinks(text).map(formatPostLink);
  return {
    links: found.slice(0, batchLinkLimit),
    remaining: found.slice(batchLinkLimit),
    total: found.length,
  };
}
