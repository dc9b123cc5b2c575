import type { OwnLink } from '#assistant/own-link.ts';
import type { Locale } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import type { BlogReader } from './contract.ts';

/** Where a link of a text leads in another language: to that language's post, where readers can see one. */
export async function addressIn(
  blog: Pick<BlogReader, 'findPost' | 'siblingsOf'>,
  { locale, path, slug, rest }: OwnLink,
  to: Locale,
): Promise<string | null> {
  if (slug === null) return localizedPath(to, path) + rest;
  const found = await blog.findPost(locale, slug);
  const own = found.kind === 'moved' ? await blog.findPost(locale, found.slug) : found;
  if (own.kind !== 'post') return null;
  const sibling = (await blog.siblingsOf(own.post.article_id)).find((each) => each.locale === to);
  return sibling ? localizedPath(to, `/blog/${encodeURIComponent(sibling.slug)}`) + rest : null;
}
