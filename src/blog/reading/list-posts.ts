import { and, asc, desc, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from '#database/database.ts';
import { article, author, category, post, tag, taxonPost } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { type ListQuery, searchResultsMax } from '../contract.ts';
import { normalizeUnicode, parseSearchQuery, type SearchQuery } from '../search.ts';
import type { CountCache } from './count-cache.ts';

export async function listPostIds(
  queries: Queries,
  counts: CountCache,
  query: ListQuery,
): Promise<{ ids: string[]; totalPosts: number }> {
  const { locale, page, pageSize } = query;
  const found = await findTaxonIds(queries, query);
  if (found === null) return { ids: [], totalPosts: 0 };
  const taxonIds = Object.values(found);
  const range = { offset: (page - 1) * pageSize, limit: pageSize };
  const authorId = await findAuthorId(queries, query.author);
  if (authorId === null) return { ids: [], totalPosts: 0 };
  const list = publishedList(queries, locale, taxonIds, authorId);
  const search = parseSearchQuery(locale, query.search);
  if (search) {
    const matching = and(
      publishedIn(locale),
      ...taxonIds.map((taxonId) => inArray(post.id, selectPostIds(queries, locale, taxonId))),
      authorId === undefined ? undefined : inArray(post.articleId, selectArticleIds(queries, authorId)),
    );
    const details = [list.name, search.substring] as const;
    const count = (run: () => Promise<SearchCounts>) =>
      counts.getOrCount(locale, ['search', ...details], run);
    return counts.getOrCount(locale, ['search page', ...details, range.offset, range.limit], () =>
      searchPosts(queries, { matching, search, range, count }),
    );
  }
  const totalPosts = await countList(queries, counts, list);
  const ids = range.offset < totalPosts ? await listPageIds(queries, counts, list, range) : [];
  return { ids, totalPosts };
}

/** Null if the category or the tag doesn't exist. */
export async function findTaxonIds(
  queries: Queries,
  query: Pick<ListQuery, 'category' | 'tag'>,
): Promise<{ categoryId?: string; tagId?: string } | null> {
  const categoryId = await findTaxonId(queries, category, query.category);
  const tagId = await findTaxonId(queries, tag, query.tag);
  if (categoryId === null || tagId === null) return null;
  return { ...(categoryId !== undefined && { categoryId }), ...(tagId !== undefined && { tagId }) };
}

async function findTaxonId(
  queries: Queries,
  table: typeof category | typeof tag,
  slug: string,
): Promise<string | null | undefined> {
  if (slug === '') return undefined;
  const bySlug = eq(table.slug, normalizeUnicode(slug));
  const [found] = await queries.select({ id: table.id }).from(table).where(bySlug);
  return found?.id ?? null;
}

/** Null if no public author has this slug. */
async function findAuthorId(queries: Queries, slug: string | undefined): Promise<string | null | undefined> {
  if (slug === undefined) return undefined;
  const bySlug = and(eq(author.slug, normalizeUnicode(slug)), eq(author.isPublic, true));
  const [found] = await queries.select({ id: author.id }).from(author).where(bySlug);
  return found?.id ?? null;
}

/** The published posts of a language that have all of the categories and tags, and the author if one is given. */
export function publishedList(
  queries: Queries,
  locale: Locale,
  [taxonId, ...others]: string[] = [],
  authorId?: string,
): OrderedList {
  if (taxonId === undefined) {
    const byAuthor =
      authorId === undefined ? undefined : inArray(post.articleId, selectArticleIds(queries, authorId));
    return {
      locale,
      name: authorId ?? '',
      table: post,
      matching: and(publishedIn(locale), byAuthor),
      date: post.publishedAt,
      id: post.id,
    };
  }
  const matching = and(
    eq(taxonPost.taxonId, taxonId),
    eq(taxonPost.locale, locale),
    ...others.map((other) => inArray(taxonPost.postId, selectPostIds(queries, locale, other))),
    authorId === undefined
      ? undefined
      : inArray(taxonPost.postId, selectPostIdsByAuthor(queries, locale, authorId)),
  );
  const name = [taxonId, ...others, ...(authorId === undefined ? [] : [authorId])].join();
  return { locale, name, table: taxonPost, matching, date: taxonPost.publishedAt, id: taxonPost.postId };
}

function selectPostIds(queries: Queries, locale: Locale, taxonId: string) {
  // The alias keeps the columns apart from those of the outer query.
  const listed = alias(taxonPost, 'listed');
  return queries
    .select({ id: listed.postId })
    .from(listed)
    .where(and(eq(listed.taxonId, taxonId), eq(listed.locale, locale)));
}

function selectArticleIds(queries: Queries, authorId: string) {
  return queries.select({ id: article.id }).from(article).where(eq(article.authorId, authorId));
}

function selectPostIdsByAuthor(queries: Queries, locale: Locale, authorId: string) {
  return queries
    .select({ id: post.id })
    .from(post)
    .where(and(publishedIn(locale), inArray(post.articleId, selectArticleIds(queries, authorId))));
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

/** Above this many matches, skip ranking and sort by date: ranking reads the whole text of every match. */
const rankedMax = 300;

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
    const newest = await listOrderedIds(queries, condition, newestFirst, { offset: range.offset, limit });
    ids.push(...newest);
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

/** Matches the sort order of the index `post_list`. */
export const newestFirst = [desc(post.publishedAt), desc(post.id)];

/** Status and kind are literals, not parameters, so that the planner can use the partial index. */
export function publishedIn(locale: Locale): SQL {
  return sql`${post.locale} = ${locale} and ${post.status} = 'published' and ${post.kind} = 'post'`;
}

/** All IDs without `range`. */
export async function listOrderedIds(
  queries: Queries,
  matching: SQL | undefined,
  order: SQL[],
  range?: PageRange,
): Promise<string[]> {
  const all = queries
    .select({ id: post.id })
    .from(post)
    .where(matching)
    .orderBy(...order)
    .$dynamic();
  const rows = await (range ? all.offset(range.offset).limit(range.limit) : all);
  return rows.map((row) => row.id);
}

/** A list in descending order of `date` and `id`: an index has them in this order. */
export interface OrderedList {
  locale: string;
  /** Identifies the list within its locale. */
  name: string;
  table: PgTable;
  matching: SQL | undefined;
  date: PgColumn | SQL;
  id: PgColumn;
}

export interface PageRange {
  offset: number;
  limit: number;
}

export async function countList(
  queries: Queries,
  counts: CountCache,
  { locale, name, table, matching }: OrderedList,
): Promise<number> {
  const count = async () => ({ all: await queries.$count(table, matching) });
  return (await counts.getOrCount(locale, ['count', name], count)).all;
}

interface Anchor {
  date: string;
  id: string;
}

const anchorDistance = 200;

/** Keeps deep pages cheap: every `anchorDistance`-th row is a cached anchor to read from. */
export async function listPageIds(
  queries: Queries,
  counts: CountCache,
  list: OrderedList,
  { offset, limit }: PageRange,
): Promise<string[]> {
  const { locale, name, table, matching, date, id } = list;
  const passedAnchors = Math.floor(offset / anchorDistance);
  let after: SQL | undefined;
  if (passedAnchors > 0) {
    const anchors = await counts.getOrCount(locale, ['anchors', name], () => readAnchors(queries, list));
    const anchor = anchors[passedAnchors - 1];
    if (!anchor) return [];
    after = sql`(${date}, ${id}) < (${anchor.date}::timestamptz, ${anchor.id}::uuid)`;
  }
  const rows = await queries
    .select({ id })
    .from(table)
    .where(and(matching, after))
    .orderBy(desc(date), desc(id))
    .offset(offset - passedAnchors * anchorDistance)
    .limit(limit);
  return rows.map((row) => String(row.id));
}

function readAnchors(queries: Queries, { table, matching, date, id }: OrderedList): Promise<Anchor[]> {
  const position = sql<number>`row_number() over (order by ${date} desc, ${id} desc)`.as('position');
  const positions = queries
    .select({ date: sql<string>`${date}::text`.as('date'), id: sql<string>`${id}`.as('id'), position })
    .from(table)
    .where(matching)
    .as('positions');
  return queries
    .select({ date: positions.date, id: positions.id })
    .from(positions)
    .where(sql`${positions.position} % ${anchorDistance} = 0`)
    .orderBy(asc(positions.position));
}
