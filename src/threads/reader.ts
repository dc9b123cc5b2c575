import { LRUCache } from 'lru-cache';
import {
  type ExtractionResult,
  extractionTimeoutMs,
  type ThreadsPost,
  type ThreadsReader,
  type ThreadsReaderOptions,
} from './contract.ts';
import { findPostLink } from './post-links.ts';
import { createProfileRanking } from './request/profiles.ts';
import {
  openRequestSession,
  type PostTarget,
  type ReaderLimits,
  type RequestSession,
} from './request/session.ts';
import { runStrategies } from './strategies/run-strategies.ts';
import { resolveShareLink, type ShareLinkResult } from './strategies/share-link.ts';

/** Far shorter than the lifetime of the signed URLs (at least 20 hours, June 2026). */
export const postCacheTtlMs = 5 * 60_000;
export const maxCachedPosts = 500;

function createSingleFlight<T>() {
  const flights = new Map<string, Promise<T>>();
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const running = flights.get(key);
    if (running !== undefined) return running;
    const flight = work().finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}

export const defaultReaderLimits: ReaderLimits = {
  totalMs: extractionTimeoutMs,
  pageMs: 5_000,
  dataMs: 4_000,
  pageBytes: 3 * 1024 * 1024,
  dataBytes: 4 * 1024 * 1024,
};

/** User input yields only a shortcode or a share token, never a URL to request. */
export function createThreadsReader(
  options: ThreadsReaderOptions,
  limits = defaultReaderLimits,
): ThreadsReader {
  const ranking = createProfileRanking(options.profiles, options.now);
  const posts = new LRUCache<string, ThreadsPost>({
    max: maxCachedPosts,
    ttl: postCacheTtlMs,
    ttlResolution: 0,
    perf: { now: options.now },
  });
  const singleFlightPost = createSingleFlight<ExtractionResult>();
  const singleFlightShare = createSingleFlight<ShareLinkResult>();

  return {
    async extract(text, { fresh = false, thread = false, onAttempt } = {}) {
      const link = findPostLink(text);
      if (!link.ok) return link;
      const endsAt = options.now() + limits.totalMs;
      const openSession = () =>
        openRequestSession({ ...options, ...(onAttempt && { onAttempt }) }, limits, ranking, endsAt);
      const { value } = link;
      const target =
        value.kind === 'post' ? { ok: true as const, value } : await resolveShare(value.token, openSession);
      return target.ok ? readPost({ ...target.value, wholeThread: thread }, fresh, openSession) : target;
    },
  };

  async function readPost(
    target: PostTarget,
    fresh: boolean,
    openSession: () => RequestSession,
  ): Promise<ExtractionResult> {
    const key = target.wholeThread ? `thread ${target.code}` : target.code;
    const cached = fresh ? undefined : posts.get(key);
    if (cached !== undefined) return { ok: true, value: structuredClone(cached) };
    return singleFlightPost(key, async () => {
      await using session = openSession();
      const result = await runStrategies(session, target);
      if (result.ok) posts.set(key, structuredClone(result.value));
      return result;
    });
  }

  function resolveShare(token: string, openSession: () => RequestSession): Promise<ShareLinkResult> {
    return singleFlightShare(token, async () => {
      await using session = openSession();
      return await resolveShareLink(session, token);
    });
  }
}
