import { combineOutcomes } from './combine-outcomes.ts';
import {
  type ExtractionResult,
  extractionTimeoutMs,
  type ThreadsReader,
  type ThreadsReaderOptions,
} from './contract.ts';
import { findPostLink } from './find-post-link.ts';
import type { Outcome } from './outcome.ts';
import { rankProfiles } from './rank-profiles.ts';
import { readFromThreads } from './read-from-threads.ts';
import { keepRecentPosts } from './recent-posts.ts';
import type { Target } from './request-page.ts';
import { resolveShare, type ShareAnswer } from './resolve-share.ts';
import { shareFlights } from './share-flights.ts';
import { tryProfiles } from './try-profiles.ts';
import { openVisit, type ReaderLimits } from './visit.ts';

export const defaultLimits: ReaderLimits = {
  totalMs: extractionTimeoutMs,
  pageMs: 5_000,
  dataMs: 4_000,
  pageBytes: 3 * 1024 * 1024,
  dataBytes: 4 * 1024 * 1024,
};

type ShareResult = { ok: true; value: Target } | Extract<ExtractionResult, { ok: false }>;

/**
 * Reads public Threads posts. Everything outbound goes through `options.fetch` to `options.origin`; the text a
 * visitor gives only yields a shortcode or a share token, never an address to ask.
 */
export function createThreadsReader(options: ThreadsReaderOptions, limits = defaultLimits): ThreadsReader {
  const ranking = rankProfiles(options.profiles, options.now);
  const recent = keepRecentPosts(options.now);
  const joinPost = shareFlights<ExtractionResult>();
  const joinShare = shareFlights<ShareResult>();

  return {
    async extract(text, { fresh = false, thread = false } = {}) {
      const link = findPostLink(text);
      if (!link.ok) return link;
      const endsAt = options.now() + limits.totalMs;
      const wanted = (found: Target): Target => (thread ? { ...found, wholeThread: true } : found);
      if (link.value.kind === 'post') return readPostOnce(wanted(link.value), endsAt, fresh);
      const { token } = link.value;
      const share = await joinShare(token, () => resolve(token, endsAt));
      return share.ok ? readPostOnce(wanted(share.value), endsAt, fresh) : share;
    },
  };

  async function readPostOnce(target: Target, endsAt: number, fresh: boolean): Promise<ExtractionResult> {
    const key = target.wholeThread ? `thread ${target.code}` : target.code;
    const known = fresh ? null : recent.get(key);
    if (known !== null) return { ok: true, value: known };
    return joinPost(key, async () => {
      await using visit = openVisit(options, limits, endsAt - options.now());
      const result = await readFromThreads(visit, target, ranking);
      if (result.ok) recent.put(result.value, key);
      return result;
    });
  }

  async function resolve(token: string, endsAt: number): Promise<ShareResult> {
    await using visit = openVisit(options, limits, endsAt - options.now());
    let target: Target | null = null;
    const tried = await tryProfiles(visit, ranking, 'share', async (profile): Promise<Outcome> => {
      const answer: ShareAnswer = await resolveShare(visit, token, profile);
      if (answer.kind === 'outcome') return answer.outcome;
      target = answer.target;
      return { kind: 'inapplicable' };
    });
    if (target !== null) return { ok: true, value: target };
    const combined = combineOutcomes(tried);
    return combined.ok ? { ok: false, error: { code: 'upstream.changed' } } : combined;
  }
}
