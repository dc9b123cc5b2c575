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
  const underWay = new Map<string, Promise<object>>();

  async function run<T extends object>(key: string, count: () => Promise<T>): Promise<T> {
    const running = count();
    underWay.set(key, running);
    try {
      const fresh = await running;
      // A change meanwhile took it away: this count may be of before it.
      if (underWay.get(key) === running) counts.set(key, fresh);
      return fresh;
    } finally {
      if (underWay.get(key) === running) underWay.delete(key);
    }
  }

  return {
    async counted<T extends object>(locale: string, what: string, count: () => Promise<T>) {
      const key = `${locale} ${what}`;
      // However many ask for it at once, the rows are read once.
      return (counts.get(key) ?? underWay.get(key) ?? run(key, count)) as T | Promise<T>;
    },
    forget({ locales }) {
      for (const known of [counts, underWay]) {
        for (const key of [...known.keys()]) {
          if (locales.some((locale) => key.startsWith(`${locale} `))) known.delete(key);
        }
      }
    },
  };
}
