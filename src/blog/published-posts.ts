import { desc, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';

export interface Range {
  offset: number;
  limit: number;
}

/** As the index `post_list` is sorted: a page reads nothing else to know its posts. */
export const newestFirst = [desc(post.publishedAt), desc(post.id)];

/** Only published posts, ever. The status stands in the text of the query, for the planner to see the index in it. */
export function publishedIn(locale: Locale): SQL {
  return sql`${post.locale} = ${locale} and ${post.status} = 'published'`;
}

export function newestIds(queries: Queries, matching: SQL | undefined, range: Range): Promise<string[]> {
  return idsInOrder(queries, matching, newestFirst, range);
}

export async function idsInOrder(
  queries: Queries,
  matching: SQL | undefined,
  order: SQL[],
  { offset, limit }: Range,
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
