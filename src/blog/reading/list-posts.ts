import { and, desc, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { article, articleTag, category, post, tag } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { type ListQuery, searchResultsMax } from '../contract.ts';
import { parseSearchQuery, type SearchQuery } from '../search/search-query.ts';
import { normalizeUnicode } from '../search/segment-text.ts';
import {
  type CountCache,
  listNewestIds,
  listOrderedIds,
  listPublishedIds,
  newestFirst,
  type PageRange,
  publishedIn,
} from './published-posts.ts';

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

export function buildSearchCondition(locale: Locale, search: string): SQL | undefined {
  const query = parseSearchQuery(locale, search);
  if (!query) return undefined;
  const { substring, trigramTsquery, termsTsquery } = query;
  const matchesSubstring = sql`position(${substring}::text in ${post.searchText}) > 0`;
  if (termsTsquery === null)
    return and(sql`${post.search} @@ ${trigramTsquery}::text::tsquery`, matchesSubstring);
  return and(
    // One index scan instead of two.
    sql`${post.search} @@ (${trigramTsquery}::text::tsquery || ${termsTsquery}::text::tsquery)`,
    or(matchesSubstring, sql`${post.search} @@ ${termsTsquery}::text::tsquery`),
  );
}

/** Above this many matches, skip ranking and sort by date: ranking would read every match. */
const rankedMax = 2000;

interface SearchCounts {
  exact: number;
  others: number;
}

interface Search {
  matching: SQL | undefined;
  search: SearchQuery;
  range: PageRange;
  count: (run: () => Promise<SearchCounts>) => Promise<SearchCounts>;
}

/** Matches in title or excerpt come first, newest first; then matches by terms, the best first. */
export async function searchPosts(queries: Queries, { matching, search, range, count }: Search) {
  const matchesSubstring = sql`position(${search.substring}::text in ${post.searchText}) > 0`;
  const exact = and(
    matching,
    matchesSubstring,
    sql`${post.search} @@ ${search.trigramTsquery}::text::tsquery`,
  );
  const matchesTerms = search.termsTsquery && sql`${post.search} @@ ${search.termsTsquery}::text::tsquery`;
  const others = matchesTerms ? and(matching, matchesTerms, not(matchesSubstring)) : undefined;

  const counts = await count(async () => {
    const found = await countUpTo(queries, exact, searchResultsMax);
    return { exact: found, others: others ? await countUpTo(queries, others, searchResultsMax - found) : 0 };
  });
  const totalPosts = counts.exact + counts.others;
  const limit = Math.min(range.limit, totalPosts - range.offset);
  if (limit <= 0) return { ids: [], totalPosts };

  const ids: string[] = [];
  if (range.offset < counts.exact) {
    const condition = counts.exact === searchResultsMax ? and(matching, matchesSubstring) : exact;
    ids.push(...(await listNewestIds(queries, condition, { offset: range.offset, limit })));
  }
  if (ids.length < limit && counts.others > 0) {
    const rank = sql`ts_rank(${post.search}, ${search.termsTsquery}::text::tsquery, 1)`;
    const order = counts.others > rankedMax ? newestFirst : [desc(rank), ...newestFirst];
    const remainingRange = { offset: Math.max(0, range.offset - counts.exact), limit: limit - ids.length };
    ids.push(...(await listOrderedIds(queries, others, order, remainingRange)));
  }
  return { ids, totalPosts };
}

async function countUpTo(queries: Queries, condition: SQL | undefined, max: number): Promise<number> {
  if (max === 0) return 0;
  const some = queries.select({ id: post.id }).from(post).where(condition).limit(max).as('some');
  const [row] = await queries.select({ found: sql<number>`count(*)::int` }).from(some);
  return row?.found ?? 0;
}
