import { defaultLocale, type Locale, locales, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import type { PublicPage } from './public-pages.ts';

/** A page whose languages each have a path of their own, and which some do not have. */
export interface TranslatedPage {
  /** Without the language prefix; a language it is not translated into has none. */
  paths: Readonly<Partial<Record<Locale, string>>>;
  /** The page it belongs to: what a language without it has in its place. */
  section: PublicPage;
  /** The language it was first written in. */
  source?: Locale;
}

/** Where a page lives: at the same path in all ten languages, or at paths of its own. */
export type PagePlace = PublicPage | TranslatedPage;

/** One page in one language. */
export interface PageAddress {
  locale: Locale;
  /** BCP 47, for `lang` and `hreflang`. */
  hrefLang: string;
  /** With the language prefix, for links within the site. */
  path: string;
  /** Absolute, at the configured origin. */
  url: string;
}

export interface PageAddresses {
  /** The page itself. */
  own: PageAddress;
  /** The page in every language it is in, its own among them. */
  languages: readonly PageAddress[];
  /** What the other languages have in its place. */
  untranslated: readonly PageAddress[];
  /** Where visitors go whose language is none of the ten: the English page, else the one it was first written in. */
  fallback: PageAddress;
}

/** The public page that a place is, or belongs to. */
export function sectionOf(place: PagePlace): PublicPage {
  return typeof place === 'string' ? place : place.section;
}

/**
 * Everything that is said about where a page and its translations live. Head, sitemaps and language switcher take
 * it from here, so they can not disagree.
 */
export function pageAddresses(place: PagePlace, ownLocale: Locale, publicOrigin: string): PageAddresses {
  const addressAt = (locale: Locale, path: string): PageAddress => {
    const localized = localizedPath(locale, path);
    return { locale, hrefLang: localeTags[locale], path: localized, url: publicOrigin + localized };
  };
  const pathIn = (locale: Locale) => (typeof place === 'string' ? place : place.paths[locale]);
  const inPlace = (locale: Locale) => addressAt(locale, pathIn(locale) ?? sectionOf(place));

  const languages = locales.filter((locale) => pathIn(locale) !== undefined).map(inPlace);
  const source = typeof place === 'string' ? undefined : place.source;
  const pageIn = (wanted: Locale | undefined) => languages.find(({ locale }) => locale === wanted);
  return {
    own: inPlace(ownLocale),
    languages,
    untranslated: locales.filter((locale) => pathIn(locale) === undefined).map(inPlace),
    fallback: pageIn(defaultLocale) ?? pageIn(source) ?? languages[0] ?? inPlace(ownLocale),
  };
}

export interface AlternateLink {
  hrefLang: string;
  url: string;
}

/** The whole hreflang cluster: every language of the page, and x-default. The same for each of its members. */
export function alternatesOf({ languages, fallback }: PageAddresses): AlternateLink[] {
  return [
    ...languages.map(({ hrefLang, url }) => ({ hrefLang, url })),
    { hrefLang: 'x-default', url: fallback.url },
  ];
}
