import { and, asc, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { CountCache } from './post-counts.ts';
import { listNewestIds, type PageRange, publishedIn } from './published-posts.ts';

interface Anchor {
  publishedAt: Date | null;
  id: string;
}

const anchorDistance = 1000;

/**
 * One page of a language's list. So that deep pages stay cheap, every `anchorDistance`-th post is cached, and
 * the page is read from the anchor before it.
 */
export async function listPublishedIds(
  queries: Queries,
  counts: CountCache,
  locale: Locale,
  { offset, limit }: PageRange,
): Promise<string[]> {
  const passed = Math.floor(offset / anchorDistance);
  if (passed === 0) return listNewestIds(queries, publishedIn(locale), { offset, limit });
  const anchors = await counts.getOrCount(locale, 'anchors', () => readAnchors(queries, locale));
  const anchor = anchors[passed - 1];
  if (!anchor) return [];
  const after = sql`(${post.publishedAt}, ${post.id}) < (${anchor.publishedAt?.toISOString()}::timestamptz, ${anchor.id}::uuid)`;
  const remainingOffset = offset - passed * anchorDistance;
  return listNewestIds(queries, and(publishedIn(locale), after), { offset: remainingOffset, limit });
}

async function readAnchors(queries: Queries, locale: Locale): Promise<Anchor[]> {
  const position = sql<number>`row_number() over (order by ${post.publishedAt} desc, ${post.id} desc)`.as(
    'place',
  );
  const positions = queries
    .select({ publishedAt: post.publishedAt, id: post.id, position })
    .from(post)
    .where(publishedIn(locale))
    .as('places');
  return queries
    .select({ publishedAt: positions.publishedAt, id: positions.id })
    .from(positions)
    .where(sql`${positions.position} % ${anchorDistance} = 0`)
    .orderBy(asc(positions.position));
}
