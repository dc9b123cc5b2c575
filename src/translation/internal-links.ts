import type { BlogReader } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { localizedPath, splitLocale } from '#i18n/localized-path.ts';
import { decodeUriComponent } from '#platform/decode-uri.ts';

export interface InternalLink {
  href: string;
  locale: Locale;
  /** Without the locale prefix: `/about`, `/blog/slug`. */
  path: string;
  slug: string | null;
  queryAndHash: string;
}

/** null for external links and for files, which have no language. */
export function parseInternalLink(href: string): InternalLink | null {
  const match = /^(\/(?![/\\])[^?#\\]*)([?#].*)?$/s.exec(href.trim());
  if (!match) return null;
  const { locale, path } = splitLocale(match[1] ?? '');
  if (!/^\/(?:about|contact|blog(?:\/[^/]+)?)?\/?$/.test(path)) return null;
  const slug = /^\/blog\/([^/]+)/.exec(path)?.[1];
  const decoded = slug === undefined ? null : (decodeUriComponent(slug) ?? slug);
  return { href, locale, path, slug: decoded, queryAndHash: match[2] ?? '' };
}

type BlogLookup = Pick<BlogReader, 'findPost' | 'listTranslations'>;

/** By `href`. Links to posts without a published translation are missing. */
export async function localizeInternalLinks(
  blog: BlogLookup,
  links: readonly InternalLink[],
  to: Locale,
): Promise<Map<string, string>> {
  const urls = new Map<string, string>();
  for (const link of links) {
    const path = await localizePath(blog, link, to);
    if (path !== null) urls.set(link.href, path + link.queryAndHash);
  }
  return urls;
}

async function localizePath(
  blog: BlogLookup,
  { locale, path, slug }: InternalLink,
  to: Locale,
): Promise<string | null> {
  if (slug === null) return localizedPath(to, path);
  const found = await blog.findPost(locale, slug);
  const lookup = found.kind === 'moved' ? await blog.findPost(locale, found.slug) : found;
  if (lookup.kind !== 'post') return null;
  const translations = await blog.listTranslations(lookup.post.article_id);
  const translation = translations.find((candidate) => candidate.locale === to);
  return translation ? localizedPath(to, `/blog/${encodeURIComponent(translation.slug)}`) : null;
}
