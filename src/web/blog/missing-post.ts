import type { Sibling } from '#blog/contract.ts';

/** What the 404 of a post says. */
export interface MissingPost {
  missing: 'post';
  /** Where the address leads to something in another language, or the article has another address. */
  elsewhere: Pick<Sibling, 'locale' | 'slug' | 'title'>[];
}

/** The data of an error answer, where a post's page gave it. */
export function isMissingPost(data: unknown): data is MissingPost {
  return typeof data === 'object' && data !== null && 'missing' in data && data.missing === 'post';
}
