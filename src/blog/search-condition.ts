import { and, or, type SQL, sql } from 'drizzle-orm';
import { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { queryOf } from './search-query.ts';

/** Posts with the search in title or excerpt, or with its words anywhere; undefined for a search of nothing. */
export function searchCondition(locale: Locale, search: string): SQL | undefined {
  const query = queryOf(locale, search);
  if (!query) return undefined;
  const hasPart = and(
    sql`position(${query.part}::text in ${post.searchText}) > 0`,
    sql`${post.search} @@ ${query.signs}::text::tsquery`,
  );
  return or(hasPart, query.words === null ? undefined : sql`${post.search} @@ ${query.words}::text::tsquery`);
}
