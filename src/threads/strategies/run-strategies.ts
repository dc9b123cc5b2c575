import type { ExtractionResult, RequestProfile } from '../contract.ts';
import { isFinal, isIncomplete, isNetworkFailure, type Outcome } from '../request/outcome.ts';
import type { PostTarget } from '../request/page.ts';
import type { ProfileRanking } from '../request/profile-ranking.ts';
import type { RequestSession } from '../request/session.ts';
import { type AttemptOutcome, combineOutcomes } from './combine-outcomes.ts';
import { fetchEmbed } from './embed.ts';
import { queryGraphql } from './graphql.ts';
import { parseOgTags } from './og-tags.ts';
import { fetchPostPage } from './post-page.ts';
import { fetchRouteDefinition } from './route-definition.ts';
import { runAttempt, tryProfiles } from './try-profiles.ts';

const maxNetworkFailures = 3;
/** If there was data of the post, the single image in the meta tags may be a cover or one of many. */
const kindsWithData: readonly Outcome['kind'][] = ['found', 'parse_error'];

export async function runStrategies(
  session: RequestSession,
  target: PostTarget,
  ranking: ProfileRanking,
): Promise<ExtractionResult> {
  const attempts = await tryProfiles(session, ranking, 'page', (profile) =>
    fetchPostPage(session, target, profile),
  );
  const profile = ranking.rankedProfiles()[0] ?? 'P1';
  for (const [strategy, attempt] of fallbackStrategies(session, target, profile)) {
    if (isSettled(attempts) || session.isExpired()) break;
    if (strategy === 'og' && attempts.some(({ outcome }) => kindsWithData.includes(outcome.kind))) break;
    const outcome = await runAttempt(session, strategy, strategy === 'og' ? null : profile, attempt);
    attempts.push({ strategy, outcome: target.wholeThread ? asPartialThread(outcome) : outcome });
  }
  return combineOutcomes(attempts);
}

/** Embed and meta tags show a single post, so the rest of its thread is unknown. */
function asPartialThread(outcome: Outcome): Outcome {
  if (outcome.kind !== 'found' || !outcome.result.ok || outcome.result.value.thread) return outcome;
  const { value } = outcome.result;
  const { code, url, text, publishedAt } = value;
  const post = { code, url, place: 1, of: 1 };
  const items = value.items.map((item) => ({ ...item, source: { ...item.source, post } }));
  const thread = { posts: [{ code, url, text, publishedAt }] };
  return { kind: 'found', result: { ok: true, value: { ...value, items, thread, incomplete: true } } };
}

function fallbackStrategies(
  session: RequestSession,
  target: PostTarget,
  profile: RequestProfile,
): [strategy: string, attempt: () => Promise<Outcome>][] {
  return [
    ['graphql', () => queryGraphql(session, target)],
    ['route', () => fetchRouteDefinition(session, target, profile)],
    ['embed', () => fetchEmbed(session, target, profile)],
    ['og', async () => parseFetchedTags(session, target)],
  ];
}

function parseFetchedTags(session: RequestSession, target: PostTarget): Outcome {
  const outcomes = session.fetchedPages.map((page) => parseOgTags(page.text, target));
  return outcomes.find((outcome) => outcome.kind === 'found') ?? { kind: 'inapplicable' };
}

function isSettled(attempts: readonly AttemptOutcome[]): boolean {
  const failures = attempts.filter((attempt) => isNetworkFailure(attempt.outcome)).length;
  return failures >= maxNetworkFailures || attempts.some(settles);
}

/** Only the page proves that a post has no media. The other strategies are known to omit quotes. */
function settles({ strategy, outcome }: AttemptOutcome): boolean {
  if (outcome.kind === 'found') {
    return outcome.result.ok ? !isIncomplete(outcome) : strategy === 'page';
  }
  return isFinal(outcome);
}
