import { and, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { ListQuery } from './contract.ts';
import { listPublishedIds } from './deep-pages.ts';
import { buildTaxonomyFilter } from './list-filter.ts';
import type { CountCache } from './post-counts.ts';
import { listNewestIds, publishedIn } from './published-posts.ts';
import { searchPosts } from './search-posts.ts';
import { parseSearchQuery } from './search-query.ts';

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
