import { findPostLinks, writePostLink } from '#threads/find-post-links.ts';
import { linksAtOnceLimit } from '../contract.ts';

export interface ListedLinks {
  /** Those that are taken, in order, each post once. */
  links: string[];
  /** Those that come after them. */
  rest: string[];
  /** How many the text holds. */
  total: number;
}

/** The links to posts in a text, and no more of them than are read in one go. */
export function listLinks(text: string): ListedLinks {
  const found = findPostLinks(text).map(writePostLink);
  return {
    links: found.slice(0, linksAtOnceLimit),
    rest: found.slice(linksAtOnceLimit),
    total: found.length,
  };
}
