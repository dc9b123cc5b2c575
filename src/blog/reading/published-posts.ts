import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Queries } from '#database/database.ts';
import { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { BlogChange } from '../contract.ts';

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

interface Anchor {
  publishedAt: Date | null;
  id: string;
}

const anchorDistance = 1000;

/** Keeps deep pages cheap: every `anchorDistance`-th post is a cached anchor to read from. */
export async function listPublishedIds(
  queries: Queries,
  counts: CountCache,
  locale: Locale,
  { offset, limit }: PageRange,
): Promise<string[]> {
  const passedAnchors = Math.floor(offset / anchorDistance);
  if (passedAnchors === 0) return listNewestIds(queries, publishedIn(locale), { offset, limit });
  const anchors = await counts.getOrCount(locale, 'anchors', () => readAnchors(queries, locale));
  const anchor = anchors[passedAnchors - 1];
  if (!anchor) return [];
  const after = sql`(${post.publishedAt}, ${post.id}) < (${anchor.publishedAt?.toISOString()}::timestamptz, ${anchor.id}::uuid)`;
  const remainingOffset = offset - passedAnchors * anchorDistance;
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

const countTtlMs = 60_000;
const maxCounts = 1000;

/** Caches counts until the next change, at most for a minute, so that list pages don't scan the table. */
export interface CountCache {
  /** `countName` identifies the count within a locale; each name has one type. */
  getOrCount<T extends object>(locale: string, countName: string, count: () => Promise<T>): Promise<T>;
  invalidate(change: Pick<BlogChange, 'locales'>): void;
}

export function createCountCache(now: () => number): CountCache {
  const counts = new LRUCache<string, object, () => Promise<object>>({
    max: maxCounts,
    ttl: countTtlMs,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: (_key, _stale, { context: count }) => count(),
    ignoreFetchAbort: true,
  });
  /** Part of the keys: after a change, counts of the generation before it are not found, even if in flight. */
  const generations = new Map<string, number>();
  const getGeneration = (locale: string) => generations.get(locale) ?? 0;

  return {
    async getOrCount<T extends object>(locale: string, countName: string, count: () => Promise<T>) {
      const key = `${locale} ${getGeneration(locale)} ${countName}`;
      return (await counts.forceFetch(key, { context: count })) as T;
    },
    invalidate({ locales }) {
      for (const locale of locales) generations.set(locale, getGeneration(locale) + 1);
    },
  };
}
