import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { inIds } from '#database/in-ids.ts';
import { article, mediaFile, post } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { isUuid } from '#platform/uuid.ts';
import type { PublishedTranslation } from '../contract.ts';
import { toStoredImage } from '../images.ts';
import { normalizeUnicode } from '../search.ts';
import type { CountCache } from './count-cache.ts';
import { listPageIds, type PageRange, publishedIn, publishedList } from './list-posts.ts';

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
  // With a condition on `post` alone, PostgreSQL reads all articles.
  const isListed = and(inIds(post.articleId, articleIds), inIds(article.id, articleIds));
  return groupPublished(queries, and(isListed, isTranslated));
}

/** All published posts that match, by article, oldest article first. */
export async function groupPublished(
  queries: Queries,
  matching: SQL | undefined,
): Promise<Map<string, PublishedTranslation[]>> {
  const rows = await queries
    .select({
      articleId: post.articleId,
      id: post.id,
      locale: post.locale,
      slug: post.slug,
      title: post.title,
      publishedAt: post.publishedAt,
      updatedAt: post.updatedAt,
      isIndexed: sql<boolean>`not ${post.noindex} and ${post.canonical_url} is null`,
      isTranslated: sql<boolean>`${isTranslated}`,
      sourceLocale: article.sourceLocale,
      cover: mediaFile,
    })
    .from(post)
    .innerJoin(article, eq(article.id, post.articleId))
    .leftJoin(mediaFile, eq(mediaFile.id, article.coverFileId))
    .where(and(matching, sql`${post.status} = 'published'`))
    .orderBy(article.createdAt, article.id);
  const translations = new Map<string, PublishedTranslation[]>(rows.map(({ articleId }) => [articleId, []]));
  rows.sort((a, b) => locales.indexOf(a.locale as Locale) - locales.indexOf(b.locale as Locale));
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
        sql`${post.status} = 'published' and ${post.kind} = 'post'`,
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
  const ids = await listPageIds(queries, counts, publishedList(queries, locale), range);
  if (ids.length === 0) return [];
  const rows = await queries
    .select({ id: post.id, articleId: post.articleId })
    .from(post)
    .where(and(inIds(post.id, ids), publishedIn(locale)));
  const articleIds = new Map(rows.map((row) => [row.id, row.articleId]));
  const translationsByArticle = await listTranslationsByArticle(queries, [...articleIds.values()]);
  return ids.flatMap((id) => {
    const translations = translationsByArticle.get(articleIds.get(id) ?? '');
    return translations ? [translations] : [];
  });
}
