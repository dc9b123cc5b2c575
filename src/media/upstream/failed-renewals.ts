/** Posts in which no working file URL was found; they are not reread for a minute. */
export interface FailedRenewals {
  add(postUrl: string): void;
  has(postUrl: string): boolean;
}

const retentionMs = 60_000;
const maxPosts = 1_000;

export function createFailedRenewals(now: () => number): FailedRenewals {
  // Oldest first, because adding a post again moves it to the end.
  const failedAt = new Map<string, number>();
  return {
    add(postUrl) {
      failedAt.delete(postUrl);
      failedAt.set(postUrl, now());
      const [oldest] = failedAt.keys();
      if (failedAt.size > maxPosts && oldest !== undefined) failedAt.delete(oldest);
    },
    has(postUrl) {
      const at = failedAt.get(postUrl);
      return at !== undefined && now() - at < retentionMs;
    },
  };
}
