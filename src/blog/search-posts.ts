import { and, desc, not, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import { newestFirst, newestIds, type Range } from './published-posts.ts';
import type { SearchQuery } from './search-query.ts';

/** Words in more posts than these tell little, and ranking would read every one: then the newest come first. */
const rankedMost = 2000;

interface SearchCounts {
  exact: number;
  all: number;
}

interface Search {
  /** What else must hold. */
  matching: SQL | undefined;
  search: SearchQuery;
  range: Range;
  /** Runs the count, or knows it. */
  count: (run: () => Promise<SearchCounts>) => Promise<SearchCounts>;
}

/** Title or excerpt with the search in it first, the newest first; then the posts with its words, the closest first. */
export async function searchPosts(queries: Queries, { matching, search, range, count }: Search) {
  const exact = sql`(${post.search} @@ ${search.pairs}::text::tsquery and position(${search.part}::text in ${post.searchText}) > 0)`;
  const words = search.words === null ? undefined : sql`${post.search} @@ ${search.words}::text::tsquery`;
  const counts = await count(async () => {
    const [row] = await queries
      .select({
        exact: sql<number>`(count(*) filter (where ${exact}))::int`,
        all: sql<number>`count(*)::int`,
      })
      .from(post)
      .where(and(matching, or(exact, words)));
    return row ?? { exact: 0, all: 0 };
  });

  const ids = range.offset < counts.exact ? await newestIds(queries, and(matching, exact), range) : [];
  const rest = {
    offset: Math.max(0, range.offset - counts.exact),
    limit: range.limit - ids.length,
    all: counts.all - counts.exact,
  };
  if (words && rest.limit > 0 && rest.offset < rest.all) {
    const rank = sql`ts_rank(${post.search}, ${search.words}::text::tsquery, 1)`;
    const rows = await queries
      .select({ id: post.id })
      .from(post)
      .where(and(matching, words, not(exact)))
      .orderBy(...(rest.all > rankedMost ? newestFirst : [desc(rank), ...newestFirst]))
      .offset(rest.offset)
      .limit(rest.limit);
    ids.push(...rows.map((row) => row.id));
  }
  return { ids, totalPosts: counts.all };
}
