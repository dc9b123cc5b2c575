import type { PublishedTranslation } from '#blog/contract.ts';
import type { TranslatedPage } from '../seo/page-addresses.ts';
import { blogPostPath } from './post-path.ts';

export function toTranslatedPage(
  translations: readonly Pick<PublishedTranslation, 'locale' | 'slug' | 'source_locale'>[],
): TranslatedPage {
  const paths = translations.map(({ locale, slug }) => [locale, blogPostPath(slug)]);
  const source = translations[0]?.source_locale;
  return { paths: Object.fromEntries(paths), section: '/blog', ...(source && { source }) };
}
