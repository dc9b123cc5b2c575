import type { PostKind, PublishedTranslation } from '#blog/contract.ts';
import { defaultLocale, type Locale, locales, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { type PublicPage, toPath } from '../paths.ts';

/** Without the locale prefix. */
export const manifestPath = '/manifest.webmanifest';

export interface TranslatedPage {
  /** Without the locale prefix. */
  paths: Readonly<Partial<Record<Locale, string>>>;
  /** Linked in languages without a translation. */
  section: PublicPage;
  source?: Locale;
}

export type PageLocation = PublicPage | TranslatedPage;

export interface PageUrl {
  locale: Locale;
  /** BCP 47, for `lang` and `hreflang`. */
  hrefLang: string;
  /** With the locale prefix. */
  path: string;
  url: string;
}

interface PageUrls {
  current: PageUrl;
  languages: readonly PageUrl[];
  untranslated: readonly PageUrl[];
  /** For unsupported languages: the English page, the original or the first translation. */
  fallback: PageUrl;
}

export function toPublicPage(page: PageLocation): PublicPage {
  return typeof page === 'string' ? page : page.section;
}

/** Keeps the head, the sitemaps and the language menu consistent. */
export function getPageUrls(page: PageLocation, currentLocale: Locale, publicOrigin: string): PageUrls {
  const toPageUrl = (locale: Locale, path: string): PageUrl => {
    const localized = localizedPath(locale, path);
    return { locale, hrefLang: localeTags[locale], path: localized, url: publicOrigin + localized };
  };
  const pathIn = (locale: Locale) => (typeof page === 'string' ? page : page.paths[locale]);
  const urlIn = (locale: Locale) => toPageUrl(locale, pathIn(locale) ?? toPublicPage(page));

  const languages = locales.filter((locale) => pathIn(locale) !== undefined).map(urlIn);
  const source = typeof page === 'string' ? undefined : page.source;
  const pageIn = (targetLocale: Locale | undefined) =>
    languages.find(({ locale }) => locale === targetLocale);
  return {
    current: urlIn(currentLocale),
    languages,
    untranslated: locales.filter((locale) => pathIn(locale) === undefined).map(urlIn),
    fallback: pageIn(defaultLocale) ?? pageIn(source) ?? languages[0] ?? urlIn(currentLocale),
  };
}

export function alternateLinks({ languages, fallback }: PageUrls): Pick<PageUrl, 'hrefLang' | 'url'>[] {
  return [
    ...languages.map(({ hrefLang, url }) => ({ hrefLang, url })),
    { hrefLang: 'x-default', url: fallback.url },
  ];
}

/** `path`: without the locale prefix, the same in all languages. */
export function toListedPage(path: string, listed: readonly Locale[], currentLocale: Locale): TranslatedPage {
  const shown = listed.includes(currentLocale) ? listed : [currentLocale];
  return { paths: Object.fromEntries(shown.map((locale) => [locale, path])), section: '/blog' };
}

export function toTranslatedPage(
  translations: readonly Pick<PublishedTranslation, 'locale' | 'slug' | 'source_locale'>[],
  kind: PostKind = 'post',
): TranslatedPage {
  const paths = translations.map(({ locale, slug }) => [locale, toPath(kind, slug)]);
  const source = translations[0]?.source_locale;
  const section = kind === 'page' ? '/' : '/blog';
  return { paths: Object.fromEntries(paths), section, ...(source && { source }) };
}
