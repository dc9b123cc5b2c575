import { and, or, type SQL, sql } from 'drizzle-orm';
import { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { parseSearchQuery } from './search-query.ts';

/** Posts with the search in title or excerpt, or its terms anywhere; undefined for a blank search. */
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
