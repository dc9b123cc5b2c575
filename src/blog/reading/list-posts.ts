import { and, asc, desc, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Queries } from '#database/database.ts';
import { article, articleTag, category, post, tag } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { type BlogChange, type ListQuery, searchResultsMax } from '../contract.ts';
import { normalizeUnicode, parseSearchQuery, type SearchQuery } from '../search.ts';

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
async function searchPosts(queries: Queries, { matching, search, range, count }: Search) {
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

export interface PageRange {
  offset: number;
  limit: number;
}

/** Matches the sort order of the index `post_list`. */
export const newestFirst = [desc(post.publishedAt), desc(post.id)];

/** The status is a literal, not a parameter, so that the planner can use the partial index. */
export function publishedIn(locale: Locale): SQL {
  return sql`${post.locale} = ${locale} and ${post.status} = 'published'`;
}

function listNewestIds(queries: Queries, matching: SQL | undefined, range: PageRange): Promise<string[]> {
  return listOrderedIds(queries, matching, newestFirst, range);
}

async function listOrderedIds(
  queries: Queries,
  matching: SQL | undefined,
  order: SQL[],
  { offset, limit }: PageRange,
): Promise<string[]> {
  const rows = await queries
    .select({ id: post.id })
    .from(post)
    .where(matching)
    .orderBy(...order)
    .offset(offset)
    .limit(limit);
  return rows.map((row) => row.id);
}

interface Anchor {
  publishedAt: Date | null;
  id: string;
}

const anchorDistance = 1000;

/** Keeps deep pages cheap: every `anchorDistance`-th post is a cached anchor to read from. */
export async function listPublishedIds(
  queries: Queries,
  counts: CountCache,
  locale: Locale,
  { offset, limit }: PageRange,
): Promise<string[]> {
  const passedAnchors = Math.floor(offset / anchorDistance);
  if (passedAnchors === 0) return listNewestIds(queries, publishedIn(locale), { offset, limit });
  const anchors = await counts.getOrCount(locale, 'anchors', () => readAnchors(queries, locale));
  const anchor = anchors[passedAnchors - 1];
  if (!anchor) return [];
  const after = sql`(${post.publishedAt}, ${post.id}) < (${anchor.publishedAt?.toISOString()}::timestamptz, ${anchor.id}::uuid)`;
  const remainingOffset = offset - passedAnchors * anchorDistance;
  return listNewestIds(queries, and(publishedIn(locale), after), { offset: remainingOffset, limit });
}

async function readAnchors(queries: Queries, locale: Locale): Promise<Anchor[]> {
  const position = sql<number>`row_number() over (order by ${post.publishedAt} desc, ${post.id} desc)`.as(
    'place',
  );
  const positions = queries
    .select({ publishedAt: post.publishedAt, id: post.id, position })
    .from(post)
    .where(publishedIn(locale))
    .as('places');
  return queries
    .select({ publishedAt: positions.publishedAt, id: positions.id })
    .from(positions)
    .where(sql`${positions.position} % ${anchorDistance} = 0`)
    .orderBy(asc(positions.position));
}

const countTtlMs = 60_000;
const maxCounts = 1000;

/** Caches counts until the next change, at most for a minute, so that list pages don't scan the table. */
export interface CountCache {
  /** `countName` identifies the count within a locale; each name has one type. */
  getOrCount<T extends object>(locale: string, countName: string, count: () => Promise<T>): Promise<T>;
  invalidate(change: Pick<BlogChange, 'locales'>): void;
}

export function createCountCache(now: () => number): CountCache {
  const counts = new LRUCache<string, object, () => Promise<object>>({
    max: maxCounts,
    ttl: countTtlMs,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: (_key, _stale, { context: count }) => count(),
    ignoreFetchAbort: true,
  });
  /** Part of the keys: after a change, counts of the generation before it are not found, even if in flight. */
  const generations = new Map<string, number>();
  const getGeneration = (locale: string) => generations.get(locale) ?? 0;

  return {
    async getOrCount<T extends object>(locale: string, countName: string, count: () => Promise<T>) {
      const key = `${locale} ${getGeneration(locale)} ${countName}`;
      return (await counts.forceFetch(key, { context: count })) as T;
    },
    invalidate({ locales }) {
      for (const locale of locales) generations.set(locale, getGeneration(locale) + 1);
    },
  };
}
