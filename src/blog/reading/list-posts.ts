import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { article, articleTag, category, post, tag } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { ListQuery } from '../contract.ts';
import { parseSearchQuery } from '../search/search-query.ts';
import { normalizeUnicode } from '../search/segment-text.ts';
import type { CountCache } from './count-cache.ts';
import { listNewestIds, listPublishedIds, publishedIn } from './published-posts.ts';
import { searchPosts } from './search-posts.ts';

async function buildTaxonomyFilter(
  queries: Queries,
  query: Pick<ListQuery, 'category' | 'tag'>,
): Promise<SQL | undefined | 'nothing'> {
  const conditions: SQL[] = [];
  if (query.category !== '') {
    const bySlug = eq(category.slug, normalizeUnicode(query.category));
    const [found] = await queries.select({ id: category.id }).from(category).where(bySlug);
    if (!found) return 'nothing';
    const articles = queries.select({ id: article.id }).from(article).where(eq(article.categoryId, found.id));
    conditions.push(inArray(post.articleId, articles));
  }
  if (query.tag !== '') {
    const [found] = await queries
      .select({ id: tag.id })
      .from(tag)
      .where(eq(tag.slug, normalizeUnicode(query.tag)));
    if (!found) return 'nothing';
    const articles = queries
      .select({ id: articleTag.articleId })
      .from(articleTag)
      .where(eq(articleTag.tagId, found.id));
    conditions.push(inArray(post.articleId, articles));
  }
  return and(...conditions);
}

export async function listPostIds(
  queries: Queries,
  counts: CountCache,
  query: ListQuery,
): Promise<{ ids: string[]; totalPosts: number }> {
  const { locale, page, pageSize } = query;
  const filter = await buildTaxonomyFilter(queries, query);
  if (filter === 'nothing') return { ids: [], totalPosts: 0 };
  const matching = and(publishedIn(locale), filter);
  const range = { offset: (page - 1) * pageSize, limit: pageSize };
  const filterName = JSON.stringify([query.category, query.tag]);
  const search = parseSearchQuery(locale, query.search);
  if (search) {
    const count = (run: () => Promise<{ exact: number; others: number }>) =>
      counts.getOrCount(locale, `${filterName} ${search.substring}`, run);
    return searchPosts(queries, { matching, search, range, count });
  }
  const { all } = await counts.getOrCount(locale, filterName, () => countMatching(queries, matching));
  if (range.offset >= all) return { ids: [], totalPosts: all };
  const ids = filter
    ? await listNewestIds(queries, matching, range)
    : await listPublishedIds(queries, counts, locale, range);
  return { ids, totalPosts: all };
}

export async function countPublishedPosts(
  queries: Queries,
  counts: CountCache,
  locale: Locale,
): Promise<number> {
  const count = () => countMatching(queries, publishedIn(locale));
  return (await counts.getOrCount(locale, JSON.stringify(['', '']), count)).all;
}

async function countMatching(queries: Queries, matching: SQL | undefined): Promise<{ all: number }> {
  const [row] = await queries.select({ all: sql<number>`count(*)::int` }).from(post).where(matching);
  return { all: row?.all ?? 0 };
}
