import { LRUCache } from 'lru-cache';
import {
  type ExtractionResult,
  extractionTimeoutMs,
  type ThreadsPost,
  type ThreadsReader,
  type ThreadsReaderOptions,
} from './contract.ts';
import { findPostLink } from './post-links.ts';
import type { Outcome } from './request/outcome.ts';
import type { PostTarget } from './request/page.ts';
import { createProfileRanking } from './request/profile-ranking.ts';
import { openRequestSession, type ReaderLimits } from './request/session.ts';
import { combineOutcomes } from './strategies/combine-outcomes.ts';
import { runStrategies } from './strategies/run-strategies.ts';
import { resolveShareLink, type ShareLinkResolution } from './strategies/share-link.ts';
import { tryProfiles } from './strategies/try-profiles.ts';

/** Far shorter than the lifetime of the signed URLs (at least 20 hours, June 2026). */
export const postCacheTtlMs = 5 * 60_000;
export const maxCachedPosts = 500;

export interface PostCache {
  get(key: string): ThreadsPost | null;
  put(post: ThreadsPost, key: string): void;
}

export function createPostCache(now: () => number): PostCache {
  const posts = new LRUCache<string, ThreadsPost>({
    max: maxCachedPosts,
    ttl: postCacheTtlMs,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    get: (key) => structuredClone(posts.get(key) ?? null),
    put: (post, key) => void posts.set(key, structuredClone(post)),
  };
}

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

type ShareLinkResult = { ok: true; value: PostTarget } | Extract<ExtractionResult, { ok: false }>;

/** User input yields only a shortcode or a share token, never a URL to request. */
export function createThreadsReader(
  options: ThreadsReaderOptions,
  limits = defaultReaderLimits,
): ThreadsReader {
  const ranking = createProfileRanking(options.profiles, options.now);
  const postCache = createPostCache(options.now);
  const singleFlightPost = createSingleFlight<ExtractionResult>();
  const singleFlightShare = createSingleFlight<ShareLinkResult>();

  return {
    async extract(text, { fresh = false, thread = false } = {}) {
      const link = findPostLink(text);
      if (!link.ok) return link;
      const endsAt = options.now() + limits.totalMs;
      const withThreadOption = (target: PostTarget): PostTarget =>
        thread ? { ...target, wholeThread: true } : target;
      if (link.value.kind === 'post') return readPostOnce(withThreadOption(link.value), endsAt, fresh);
      const { token } = link.value;
      const share = await singleFlightShare(token, () => resolve(token, endsAt));
      return share.ok ? readPostOnce(withThreadOption(share.value), endsAt, fresh) : share;
    },
  };

  async function readPostOnce(target: PostTarget, endsAt: number, fresh: boolean): Promise<ExtractionResult> {
    const key = target.wholeThread ? `thread ${target.code}` : target.code;
    const cached = fresh ? null : postCache.get(key);
    if (cached !== null) return { ok: true, value: cached };
    return singleFlightPost(key, async () => {
      await using session = openRequestSession(options, limits, endsAt - options.now());
      const result = await runStrategies(session, target, ranking);
      if (result.ok) postCache.put(result.value, key);
      return result;
    });
  }

  async function resolve(token: string, endsAt: number): Promise<ShareLinkResult> {
    await using session = openRequestSession(options, limits, endsAt - options.now());
    let target: PostTarget | null = null;
    const attempts = await tryProfiles(session, ranking, 'share', async (profile): Promise<Outcome> => {
      const resolution: ShareLinkResolution = await resolveShareLink(session, token, profile);
      if (resolution.kind === 'outcome') return resolution.outcome;
      target = resolution.target;
      return { kind: 'inapplicable' };
    });
    if (target !== null) return { ok: true, value: target };
    const combined = combineOutcomes(attempts);
    return combined.ok ? { ok: false, error: { code: 'upstream.changed' } } : combined;
  }
}
