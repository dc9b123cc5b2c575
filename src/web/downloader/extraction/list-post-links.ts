import { findPostLinks, formatPostLink, maxBatchTextLength } from '#threads/post-links.ts';
import { batchLinkLimit } from '../../contract.ts';

export interface PostLinkList {
  links: string[];
  remaining: string[];
  total: number;
  /** URLs of the text that lead to no post. */
  foreign: string[];
}

const url = /https?:\/\/[^\s<>"']+/giu;

export function listPostLinks(text: string): PostLinkList {
  const found = findPostLinks(text).map(formatPostLink);
  return {
    links: found.slice(0, batchLinkLimit),
    remaining: found.slice(batchLinkLimit),
    total: found.length,
    foreign: [...new Set(text.slice(0, maxBatchTextLength).match(url))].filter(
      (url) => findPostLinks(url).length === 0,
    ),
  };
}
