import { and, desc, not, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import { searchResultsMax } from './contract.ts';
import { idsInOrder, newestFirst, newestIds, type Range } from './published-posts.ts';
import type { SearchQuery } from './search-query.ts';

/** Words in more posts than these tell little, and ranking would read every one: then the newest come first. */
const rankedMost = 2000;

interface SearchCounts {
  /** Posts with the search in title or excerpt. */
  exact: number;
  /** Others with its words. */
  others: number;
}

interface Search {
  /** What else must hold. */
  matching: SQL | undefined;
  search: SearchQuery;
  range: Range;
  /** Runs the count, or knows it. */
  count: (run: () => Promise<SearchCounts>) => Promise<SearchCounts>;
}

/**
 * Title or excerpt with the search in it first, the newest first; then the posts with its words, the closest first.
 * No more than `searchResultsMax` posts are read by the index of words. Where there are more, they are so frequent
 * that the list, read from its beginning, soon gives a page of them.
 */
export async function searchPosts(queries: Queries, { matching, search, range, count }: Search) {
  const hasPart = sql`position(${search.part}::text in ${post.searchText}) > 0`;
  const exact = and(matching, hasPart, sql`${post.search} @@ ${search.signs}::text::tsquery`);
  const hasWords = search.words && sql`${post.search} @@ ${search.words}::text::tsquery`;
  const others = hasWords ? and(matching, hasWords, not(hasPart)) : undefined;

  const counts = await count(async () => {
    const found = await countUpTo(queries, exact, searchResultsMax);
    return { exact: found, others: others ? await countUpTo(queries, others, searchResultsMax - found) : 0 };
  });
  const totalPosts = counts.exact + counts.others;
  const limit = Math.min(range.limit, totalPosts - range.offset);
  if (limit <= 0) return { ids: [], totalPosts };

  const ids: string[] = [];
  if (range.offset < counts.exact) {
    const wanted = counts.exact === searchResultsMax ? and(matching, hasPart) : exact;
    ids.push(...(await newestIds(queries, wanted, { offset: range.offset, limit })));
  }
  if (ids.length < limit && counts.others > 0) {
    const rank = sql`ts_rank(${post.search}, ${search.words}::text::tsquery, 1)`;
    const order = counts.others > rankedMost ? newestFirst : [desc(rank), ...newestFirst];
    const rest = { offset: Math.max(0, range.offset - counts.exact), limit: limit - ids.length };
    ids.push(...(await idsInOrder(queries, others, order, rest)));
  }
  return { ids, totalPosts };
}

async function countUpTo(queries: Queries, condition: SQL | undefined, most: number): Promise<number> {
  if (most === 0) return 0;
  const some = queries.select({ id: post.id }).from(post).where(condition).limit(most).as('some');
  const [row] = await queries.select({ found: sql<number>`count(*)::int` }).from(some);
  return row?.found ?? 0;
}
