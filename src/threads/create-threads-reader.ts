import { combineOutcomes } from './combine-outcomes.ts';
import {
  type ExtractionResult,
  extractionTimeoutMs,
  type ThreadsReader,
  type ThreadsReaderOptions,
} from './contract.ts';
import { findPostLink } from './find-post-link.ts';
import type { Outcome } from './outcome.ts';
import { createProfileRanking } from './rank-profiles.ts';
import { runStrategies } from './read-from-threads.ts';
import { createPostCache } from './recent-posts.ts';
import type { PostTarget } from './request-page.ts';
import { resolveShareLink, type ShareLinkResolution } from './resolve-share.ts';
import { createSingleFlight } from './share-flights.ts';
import { tryProfiles } from './try-profiles.ts';
import { openRequestSession, type ReaderLimits } from './visit.ts';

export const defaultReaderLimits: ReaderLimits = {
  totalMs: extractionTimeoutMs,
  pageMs: 5_000,
  dataMs: 4_000,
  pageBytes: 3 * 1024 * 1024,
  dataBytes: 4 * 1024 * 1024,
};

type ShareLinkResult = { ok: true; value: PostTarget } | Extract<ExtractionResult, { ok: false }>;

/**
 * All requests go through `options.fetch` to `options.origin`. User input yields only a shortcode or a share
 * token, never a URL to request.
 */
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
      const withThreadOption = (found: PostTarget): PostTarget =>
        thread ? { ...found, wholeThread: true } : found;
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
