import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { article, mediaFile, post } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { PublishedTranslation } from './contract.ts';
import { toStoredImage } from './picture-address.ts';
import { isUuid } from './post-id.ts';

const isTranslated = ne(post.origin, 'untranslated');

export async function listTranslations(queries: Queries, articleId: string): Promise<PublishedTranslation[]> {
  if (!isUuid(articleId)) return [];
  return (await listTranslationsByArticle(queries, [articleId])).get(articleId.toLowerCase()) ?? [];
}

export async function listTranslationsByArticle(
  queries: Queries,
  articleIds: readonly string[],
): Promise<Map<string, PublishedTranslation[]>> {
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
  const translationsByArticle = new Map<string, PublishedTranslation[]>();
  for (const { articleId, locale, publishedAt, updatedAt, sourceLocale, cover, ...row } of rows) {
    if (!publishedAt) continue;
    const translation = {
      ...row,
      locale: locale as Locale,
      published_at: publishedAt.toISOString(),
      updated_at: updatedAt.toISOString(),
      source_locale: sourceLocale as Locale,
      featured_image_url: cover && toStoredImage(cover).src,
    };
    translationsByArticle.set(articleId, [...(translationsByArticle.get(articleId) ?? []), translation]);
  }
  return translationsByArticle;
}
