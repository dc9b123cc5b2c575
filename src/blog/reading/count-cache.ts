import { LRUCache } from 'lru-cache';
import type { BlogChange } from '../contract.ts';

const ttlMs = 60_000;
const maxEntries = 1000;

/** Caches counts until the next change, at most for a minute, so that list pages don't scan the table. */
export interface CountCache {
  /** `countName` identifies the count within a locale; each name has one type. */
  getOrCount<T extends object>(locale: string, countName: string, count: () => Promise<T>): Promise<T>;
  invalidate(change: Pick<BlogChange, 'locales'>): void;
}

export function createCountCache(now: () => number): CountCache {
  const counts = new LRUCache<string, object, () => Promise<object>>({
    max: maxEntries,
    ttl: ttlMs,
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
