import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { article, mediaFile, post } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { Sibling } from './contract.ts';
import { pictureOf } from './picture-address.ts';
import { isPostId } from './post-id.ts';

/** In the words of its own language: only such a page is one of its article's translations. */
const isTranslated = ne(post.origin, 'untranslated');

/** The published posts of one article, in the order of `locales`. */
export async function siblingsOf(queries: Queries, articleId: string): Promise<Sibling[]> {
  if (!isPostId(articleId)) return [];
  return (await siblingsOfAll(queries, [articleId])).get(articleId.toLowerCase()) ?? [];
}

/** By article. */
export async function siblingsOfAll(
  queries: Queries,
  articleIds: readonly string[],
): Promise<Map<string, Sibling[]>> {
  if (articleIds.length === 0) return new Map();
  const rows = await queries
    .select({
      articleId: post.articleId,
      id: post.id,
      locale: post.locale,
      slug: post.slug,
      title: post.title,
      publishedAt: post.publishedAt,
      updatedAt: post.updatedAt,
      sourceLocale: article.sourceLocale,
      cover: mediaFile,
    })
    .from(post)
    .innerJoin(article, eq(article.id, post.articleId))
    .leftJoin(mediaFile, eq(mediaFile.id, article.coverFileId))
    .where(and(inArray(post.articleId, [...articleIds]), isTranslated, sql`${post.status} = 'published'`));
  rows.sort((a, b) => locales.indexOf(a.locale as Locale) - locales.indexOf(b.locale as Locale));
  const siblings = new Map<string, Sibling[]>();
  for (const { articleId, locale, publishedAt, updatedAt, sourceLocale, cover, ...row } of rows) {
    if (!publishedAt) continue;
    const sibling = {
      ...row,
      locale: locale as Locale,
      published_at: publishedAt.toISOString(),
      updated_at: updatedAt.toISOString(),
      source_locale: sourceLocale as Locale,
      featured_image_url: cover && pictureOf(cover).src,
    };
    siblings.set(articleId, [...(siblings.get(articleId) ?? []), sibling]);
  }
  return siblings;
}
