import type { Locale } from '#i18n/locales.ts';
import { splitLocale } from '#i18n/localized-path.ts';

/** A link from a text to a page of this site. */
export interface OwnLink {
  /** As it stands in the text. */
  href: string;
  /** The language of the page it leads to. */
  locale: Locale;
  /** The page's path without its language: `/`, `/about`, `/blog/slug`. */
  path: string;
  /** The post it leads to, decoded; null for other pages. */
  slug: string | null;
  /** Search and hash, or nothing. */
  rest: string;
}

/** null where an address leads elsewhere, or to a file, which is the same in every language. */
export function ownLinkOf(href: string): OwnLink | null {
  const match = /^(\/(?![/\\])[^?#\\]*)([?#].*)?$/s.exec(href.trim());
  if (!match) return null;
  const { locale, path } = splitLocale(match[1] ?? '');
  if (!/^\/(?:about|contact|blog(?:\/[^/]+)?)?\/?$/.test(path)) return null;
  const slug = /^\/blog\/([^/]+)/.exec(path)?.[1];
  const decoded = slug === undefined ? null : decode(slug);
  return { href, locale, path, slug: decoded, rest: match[2] ?? '' };
}

function decode(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch (error) {
    if (error instanceof URIError) return slug;
    throw error;
  }
}
