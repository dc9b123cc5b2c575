import { and, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { ListQuery } from './contract.ts';
import { pageOfAll } from './deep-pages.ts';
import { filterOf } from './list-filter.ts';
import type { PostCounts } from './post-counts.ts';
import { newestIds, publishedIn } from './published-posts.ts';
import { searchPosts } from './search-posts.ts';
import { queryOf } from './search-query.ts';

/** The posts of one page, by id, and how many match on all pages. */
export async function listPostIds(
  queries: Queries,
  counts: PostCounts,
  query: ListQuery,
): Promise<{ ids: string[]; totalPosts: number }> {
  const { locale, page, pageSize } = query;
  const filter = await filterOf(queries, query);
  if (filter === 'nothing') return { ids: [], totalPosts: 0 };
  const matching = and(publishedIn(locale), filter);
  const range = { offset: (page - 1) * pageSize, limit: pageSize };
  const filterName = JSON.stringify([query.category, query.tag]);
  const search = queryOf(locale, query.search);
  if (search) {
    const count = (run: () => Promise<{ exact: number; others: number }>) =>
      counts.counted(locale, `${filterName} ${search.part}`, run);
    return searchPosts(queries, { matching, search, range, count });
  }
  const { all } = await counts.counted(locale, filterName, () => countMatching(queries, matching));
  if (range.offset >= all) return { ids: [], totalPosts: all };
  const ids = filter
    ? await newestIds(queries, matching, range)
    : await pageOfAll(queries, counts, locale, range);
  return { ids, totalPosts: all };
}

export async function countPublished(queries: Queries, counts: PostCounts, locale: Locale): Promise<number> {
  const count = () => countMatching(queries, publishedIn(locale));
  return (await counts.counted(locale, JSON.stringify(['', '']), count)).all;
}

async function countMatching(queries: Queries, matching: SQL | undefined): Promise<{ all: number }> {
  const [row] = await queries.select({ all: sql<number>`count(*)::int` }).from(post).where(matching);
  return { all: row?.all ?? 0 };
}
