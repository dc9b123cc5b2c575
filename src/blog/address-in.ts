import type { InternalLink } from '#assistant/own-link.ts';
import type { Locale } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import type { BlogReader } from './contract.ts';

/** The URL of an internal link in another language; null if its post has no published translation there. */
export async function localizeInternalLink(
  blog: Pick<BlogReader, 'findPost' | 'listTranslations'>,
  { locale, path, slug, queryAndHash }: InternalLink,
  to: Locale,
): Promise<string | null> {
  if (slug === null) return localizedPath(to, path) + queryAndHash;
  const found = await blog.findPost(locale, slug);
  const lookup = found.kind === 'moved' ? await blog.findPost(locale, found.slug) : found;
  if (lookup.kind !== 'post') return null;
  const translation = (await blog.listTranslations(lookup.post.article_id)).find(
    (candidate) => candidate.locale === to,
  );
  return translation
    ? localizedPath(to, `/blog/${encodeURIComponent(translation.slug)}`) + queryAndHash
    : null;
}
