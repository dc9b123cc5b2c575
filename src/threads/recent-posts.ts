import type { Post } from './contract.ts';

/** Results live far shorter than the signed addresses in them (20 hours at least, June 2026). */
export const recentPostMs = 5 * 60_000;
export const maxRecentPosts = 500;

export interface RecentPosts {
  get(key: string): Post | null;
  put(post: Post, key: string): void;
}

/** Posts read a few minutes ago, by shortcode or thread, in memory only; the oldest make room. */
export function keepRecentPosts(now: () => number): RecentPosts {
  const kept = new Map<string, { post: Post; until: number }>();
  return {
    get(key) {
      const entry = kept.get(key);
      if (entry === undefined) return null;
      if (entry.until > now()) return structuredClone(entry.post);
      kept.delete(key);
      return null;
    },
    put(post, key) {
      kept.delete(key);
      kept.set(key, { post: structuredClone(post), until: now() + recentPostMs });
      const oldest = kept.keys().next().value;
      if (kept.size > maxRecentPosts && oldest !== undefined) kept.delete(oldest);
    },
  };
}
