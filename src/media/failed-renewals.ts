/** Posts in which no living address of a file was found a short while ago; they are not read again so soon. */
export interface FailedRenewals {
  add(postUrl: string): void;
  has(postUrl: string): boolean;
}

const keptForMs = 60_000;
const maxPosts = 1_000;

/** @param now milliseconds since 1970 */
export function rememberFailedRenewals(now: () => number): FailedRenewals {
  // Oldest first, since a post that is added again moves to the end.
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
      return at !== undefined && now() - at < keptForMs;
    },
  };
}
