import { LRUCache } from 'lru-cache';
import type { BlogChange } from '../contract.ts';

const countTtlMs = 60_000;
const maxCounts = 1000;

export type CountName = readonly [kind: string, ...details: (string | number)[]];

/** Caches counts, anchors and pages of searches until the next change, at most for a minute. */
export interface CountCache {
  /** `name` identifies the count within a locale, and its first part the type. Null: of all locales. */
  getOrCount<T extends object>(locale: string | null, name: CountName, count: () => Promise<T>): Promise<T>;
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
  const generations = new Map<string | null, number>();
  const getGeneration = (locale: string | null) => generations.get(locale) ?? 0;

  return {
    async getOrCount<T extends object>(locale: string | null, name: CountName, count: () => Promise<T>) {
      // A visitor chooses the words of a search.
      const key = JSON.stringify([locale, getGeneration(locale), ...name]);
      return (await counts.forceFetch(key, { context: count })) as T;
    },
    invalidate({ locales }) {
      for (const locale of [null, ...locales]) generations.set(locale, getGeneration(locale) + 1);
    },
  };
}
