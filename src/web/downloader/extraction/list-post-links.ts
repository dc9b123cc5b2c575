import { findPostLinks, formatPostLink } from '#threads/post-links.ts';
import { batchLinkLimit } from '../../contract.ts';

export interface PostLinkList {
  links: string[];
  remaining: string[];
  total: number;
}

export function listPostLinks(text: string): PostLinkList {
  const found = findPostLinks(text).map(formatPostLink);
  return {
    links: found.slice(0, batchLinkLimit),
    remaining: found.slice(batchLinkLimit),
    total: found.length,
  };
}
