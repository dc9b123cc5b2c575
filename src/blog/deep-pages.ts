import { and, asc, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { PostCounts } from './post-counts.ts';
import { newestIds, publishedIn, type Range } from './published-posts.ts';

/** A post by its place in the list. */
interface Anchor {
  publishedAt: Date | null;
  id: string;
}

/** No page reads more index entries than these, however deep in the list it is. */
const anchorDistance = 1000;

/**
 * A page of the whole list of a language. Its first pages are read from the beginning; for the others every
 * `anchorDistance`-th post is kept in memory, and the page is read from the one before it.
 */
export async function pageOfAll(
  queries: Queries,
  counts: PostCounts,
  locale: Locale,
  { offset, limit }: Range,
): Promise<string[]> {
  const passed = Math.floor(offset / anchorDistance);
  if (passed === 0) return newestIds(queries, publishedIn(locale), { offset, limit });
  const anchors = await counts.counted(locale, 'anchors', () => readAnchors(queries, locale));
  const anchor = anchors[passed - 1];
  if (!anchor) return [];
  const after = sql`(${post.publishedAt}, ${post.id}) < (${anchor.publishedAt?.toISOString()}::timestamptz, ${anchor.id}::uuid)`;
  const rest = offset - passed * anchorDistance;
  return newestIds(queries, and(publishedIn(locale), after), { offset: rest, limit });
}

async function readAnchors(queries: Queries, locale: Locale): Promise<Anchor[]> {
  const place = sql<number>`row_number() over (order by ${post.publishedAt} desc, ${post.id} desc)`.as(
    'place',
  );
  const places = queries
    .select({ publishedAt: post.publishedAt, id: post.id, place })
    .from(post)
    .where(publishedIn(locale))
    .as('places');
  return queries
    .select({ publishedAt: places.publishedAt, id: places.id })
    .from(places)
    .where(sql`${places.place} % ${anchorDistance} = 0`)
    .orderBy(asc(places.place));
}
