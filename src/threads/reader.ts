import { LRUCache } from 'lru-cache';
import {
  type ExtractionResult,
  extractionTimeoutMs,
  type RequestProfile,
  type ThreadsPost,
  type ThreadsReader,
  type ThreadsReaderOptions,
} from './contract.ts';
import { findPostLink } from './post-links.ts';
import { combineOutcomes, type Outcome } from './request/outcome.ts';
import { createProfileRanking, headersForPage } from './request/profiles.ts';
import {
  maxRedirects,
  openRequestSession,
  type PostTarget,
  type ReaderLimits,
  type RequestSession,
  requestPage,
} from './request/session.ts';
import { canonicalPostLinks, isSiteRoot, parsePageTags } from './strategies/meta-tags.ts';
import { runStrategies, tryProfiles } from './strategies/run-strategies.ts';

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

type ShareLinkResult = { ok: true; value: PostTarget } | Extract<ExtractionResult, { ok: false }>;

async function resolveShareLink(session: RequestSession, token: string): Promise<ShareLinkResult> {
  let target: PostTarget | null = null;
  const attempts = await tryProfiles(session, 'share', async (profile) => {
    const resolved = await requestTarget(session, token, profile);
    if ('kind' in resolved) return resolved;
    target = resolved;
    return { kind: 'inapplicable' };
  });
  if (target !== null) return { ok: true, value: target };
  const combined = combineOutcomes(attempts);
  return combined.ok ? { ok: false, error: { code: 'upstream.changed' } } : combined;
}

/** For a members-only post, only the middle redirect names the post. */
async function requestTarget(
  session: RequestSession,
  token: string,
  profile: RequestProfile,
): Promise<PostTarget | Outcome> {
  let url = `${session.options.origin}/share/${token}/`;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const result = await requestPage(session, url, headersForPage(profile));
    if (!('kind' in result)) return parseCanonicalPost(result.text);
    if (result.kind !== 'link') return result;
    if (result.link.kind === 'post') return { code: result.link.code, username: result.link.username };
    url = result.url;
  }
  return { kind: 'blocked', cause: new Error('too many redirects') };
}

function parseCanonicalPost(html: string): PostTarget | Outcome {
  const tags = parsePageTags(html);
  const postLinks = canonicalPostLinks(tags).filter((link) => link.kind === 'post');
  const [first] = postLinks;
  if (first !== undefined && postLinks.every((link) => link.code === first.code)) {
    return { code: first.code, username: first.username };
  }
  return { kind: isSiteRoot(tags) ? 'not_found' : 'empty_page' };
}
