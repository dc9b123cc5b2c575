import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { article, mediaFile, post } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { isUuid } from '#platform/uuid.ts';
import type { PublishedTranslation } from '../contract.ts';
import { toStoredImage } from '../images.ts';
import { normalizeUnicode } from '../search.ts';
import { type CountCache, listPublishedIds, newestFirst, type PageRange, publishedIn } from './list-posts.ts';

const isTranslated = ne(post.origin, 'untranslated');

export async function listTranslations(queries: Queries, articleId: string): Promise<PublishedTranslation[]> {
  if (!isUuid(articleId)) return [];
  const id = articleId.toLowerCase();
  return (await listTranslationsByArticle(queries, [id])).get(id) ?? [];
}

async function listTranslationsByArticle(
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
  const translations = new Map<string, PublishedTranslation[]>(articleIds.map((id) => [id, []]));
  for (const { articleId, locale, publishedAt, updatedAt, sourceLocale, cover, ...row } of rows) {
    if (!publishedAt) continue;
    translations.get(articleId)?.push({
      ...row,
      locale: locale as Locale,
      published_at: publishedAt.toISOString(),
      updated_at: updatedAt.toISOString(),
      source_locale: sourceLocale as Locale,
      featured_image_url: cover && toStoredImage(cover).src,
    });
  }
  return translations;
}

/** If several articles have this slug, the one whose language comes first in `locales` wins. */
export async function findTranslationsBySlug(
  queries: Queries,
  locale: Locale,
  slug: string,
): Promise<PublishedTranslation[]> {
  const rows = await queries
    .select({ articleId: post.articleId, locale: post.locale })
    .from(post)
    .where(
      and(
        // Listing all locales lets PostgreSQL use the index on locale and slug.
        sql`${post.locale} in ${locales}`,
        ne(post.locale, locale),
        eq(post.slug, normalizeUnicode(slug)),
        sql`${post.status} = 'published'`,
      ),
    );
  const [first] = locales.flatMap((candidate) => rows.filter((row) => row.locale === candidate));
  return first ? listTranslations(queries, first.articleId) : [];
}

export async function listTranslationGroups(
  queries: Queries,
  counts: CountCache,
  locale: Locale,
  range: PageRange,
): Promise<PublishedTranslation[][]> {
  const ids = await listPublishedIds(queries, counts, locale, range);
  if (ids.length === 0) return [];
  const rows = await queries
    .select({ articleId: post.articleId })
    .from(post)
    .where(and(inArray(post.id, ids), publishedIn(locale)))
    .orderBy(...newestFirst);
  const articleIds = rows.map((row) => row.articleId);
  const translationsByArticle = await listTranslationsByArticle(queries, articleIds);
  return articleIds.map((id) => translationsByArticle.get(id) ?? []);
}
