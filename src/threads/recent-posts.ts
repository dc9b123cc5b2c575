import type { ThreadsPost } from './contract.ts';

/** Far shorter than the lifetime of the signed URLs (at least 20 hours, June 2026). */
export const postCacheTtlMs = 5 * 60_000;
export const maxCachedPosts = 500;

export interface PostCache {
  get(key: string): ThreadsPost | null;
  put(post: ThreadsPost, key: string): void;
}

export function createPostCache(now: () => number): PostCache {
  const entries = new Map<string, { post: ThreadsPost; until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      if (entry.until > now()) return structuredClone(entry.post);
      entries.delete(key);
      return null;
    },
    put(post, key) {
      entries.delete(key);
      entries.set(key, { post: structuredClone(post), until: now() + postCacheTtlMs });
      const oldest = entries.keys().next().value;
      if (entries.size > maxCachedPosts && oldest !== undefined) entries.delete(oldest);
    },
  };
}
