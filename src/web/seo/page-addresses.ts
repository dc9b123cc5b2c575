import { defaultLocale, type Locale, locales, localeTags } from '#i18n/locales.ts';
import { localizedPath, splitLocale } from '#i18n/localized-path.ts';

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
  /** The page in all ten languages, its own among them. */
  languages: readonly PageAddress[];
  /** Where visitors go whose language is none of the ten: the English page. */
  fallback: PageAddress;
}

/**
 * Everything that is said about where a page and its translations live. Head, sitemaps and language switcher take
 * it from here, so they can not disagree. `pathname` may carry a language prefix: it names the page itself.
 */
export function pageAddresses(pathname: string, publicOrigin: string): PageAddresses {
  const { locale: ownLocale, path } = splitLocale(pathname);
  const addressIn = (locale: Locale): PageAddress => {
    const localized = localizedPath(locale, path);
    return { locale, hrefLang: localeTags[locale], path: localized, url: publicOrigin + localized };
  };
  return {
    own: addressIn(ownLocale),
    languages: locales.map(addressIn),
    fallback: addressIn(defaultLocale),
  };
}

export interface AlternateLink {
  hrefLang: string;
  url: string;
}

/** The whole hreflang cluster: ten languages and x-default. The same for each of its members. */
export function alternatesOf({ languages, fallback }: PageAddresses): AlternateLink[] {
  return [
    ...languages.map(({ hrefLang, url }) => ({ hrefLang, url })),
    { hrefLang: 'x-default', url: fallback.url },
  ];
}
