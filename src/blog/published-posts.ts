import { desc, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';

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

export function listNewestIds(
  queries: Queries,
  matching: SQL | undefined,
  range: PageRange,
): Promise<string[]> {
  return listOrderedIds(queries, matching, newestFirst, range);
}

export async function listOrderedIds(
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
