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
  const counts = new LRUCache<string, object>({
    max: maxEntries,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now },
  });
  const inFlight = new Map<string, Promise<object>>();

  async function run<T extends object>(key: string, count: () => Promise<T>): Promise<T> {
    const running = count();
    inFlight.set(key, running);
    try {
      const fresh = await running;
      // If `invalidate` removed it meanwhile, this count may predate the change.
      if (inFlight.get(key) === running) counts.set(key, fresh);
      return fresh;
    } finally {
      if (inFlight.get(key) === running) inFlight.delete(key);
    }
  }

  return {
    async getOrCount<T extends object>(locale: string, countName: string, count: () => Promise<T>) {
      const key = `${locale} ${countName}`;
      return (counts.get(key) ?? inFlight.get(key) ?? run(key, count)) as T | Promise<T>;
    },
    invalidate({ locales }) {
      for (const cache of [counts, inFlight]) {
        for (const key of [...cache.keys()]) {
          if (locales.some((locale) => key.startsWith(`${locale} `))) cache.delete(key);
        }
      }
    },
  };
}
