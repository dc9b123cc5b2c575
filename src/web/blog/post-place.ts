import type { Sibling } from '#blog/contract.ts';
import type { TranslatedPage } from '../seo/page-addresses.ts';
import { postPath } from './post-path.ts';

/** Where an article lives: at a path of its own in each language it is published in. */
export function postPlace(
  siblings: readonly Pick<Sibling, 'locale' | 'slug' | 'source_locale'>[],
): TranslatedPage {
  const paths = siblings.map(({ locale, slug }) => [locale, postPath(slug)]);
  const source = siblings[0]?.source_locale;
  return { paths: Object.fromEntries(paths), section: '/blog', ...(source && { source }) };
}
