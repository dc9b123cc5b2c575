import { and, or, type SQL, sql } from 'drizzle-orm';
import { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { queryOf } from './search-query.ts';

/** Posts with the search in title or excerpt, or with its words anywhere; undefined for a search of nothing. */
export function searchCondition(locale: Locale, search: string): SQL | undefined {
  const query = queryOf(locale, search);
  if (!query) return undefined;
  const { part, signs, words } = query;
  const hasPart = sql`position(${part}::text in ${post.searchText}) > 0`;
  if (words === null) return and(sql`${post.search} @@ ${signs}::text::tsquery`, hasPart);
  return and(
    // One question to the index, rather than two.
    sql`${post.search} @@ (${signs}::text::tsquery || ${words}::text::tsquery)`,
    or(hasPart, sql`${post.search} @@ ${words}::text::tsquery`),
  );
}
