import { LRUCache } from 'lru-cache';
import type { BlogChange } from './contract.ts';

const keptMs = 60_000;
const keptMost = 1000;

/** What was counted, kept in memory so that no page of a list costs a scan: until a change, a minute at most. */
export interface PostCounts {
  /** `what` names the count within a language; one name, one type. */
  counted<T extends object>(locale: string, what: string, count: () => Promise<T>): Promise<T>;
  forget(change: Pick<BlogChange, 'locales'>): void;
}

export function createPostCounts(now: () => number): PostCounts {
  const counts = new LRUCache<string, object>({
    max: keptMost,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now },
  });
  let changes = 0;
  return {
    async counted<T extends object>(locale: string, what: string, count: () => Promise<T>) {
      const key = `${locale} ${what}`;
      const known = counts.get(key);
      if (known) return known as T;
      const before = changes;
      const fresh = await count();
      // A change meanwhile: this count may be of before it.
      if (before === changes) counts.set(key, fresh);
      return fresh;
    },
    forget({ locales }) {
      changes += 1;
      for (const key of [...counts.keys()]) {
        if (locales.some((locale) => key.startsWith(`${locale} `))) counts.delete(key);
      }
    },
  };
}
