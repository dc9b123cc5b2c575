export interface FailedRenewals {
  add(postUrl: string): void;
  has(postUrl: string): boolean;
}

const retentionMs = 60_000;
const maxPosts = 1_000;

export function createFailedRenewals(now: () => number): FailedRenewals {
  // Oldest first: adding a post again moves it to the end.
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
