import type { PublishedTranslation } from '#blog/contract.ts';

/** The data of a post's 404 response. */
export interface PostNotFound {
  missing: 'post';
  /** Translations of the article that has this slug in another language. */
  translations: Pick<PublishedTranslation, 'locale' | 'slug' | 'title'>[];
}

export function isPostNotFound(data: unknown): data is PostNotFound {
  return typeof data === 'object' && data !== null && 'missing' in data && data.missing === 'post';
}
