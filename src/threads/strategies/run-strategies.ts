import type { ExtractionResult, RequestProfile } from '../contract.ts';
import { listDrift } from '../parse/field-drift.ts';
import {
  type AttemptOutcome,
  combineOutcomes,
  foundPost,
  isIncomplete,
  isNetworkFailure,
  type Outcome,
  outcomeLabel,
} from '../request/outcome.ts';
import type { PostTarget, RequestSession } from '../request/session.ts';
import { fetchRouteDefinition, queryGraphql } from './data-endpoints.ts';
import { fetchEmbed } from './embed.ts';
import { parseMetaTags } from './meta-tags.ts';
import { fetchPostPage } from './post-page.ts';

const maxNetworkFailures = 3;
const finalKinds: readonly Outcome['kind'][] = ['gone', 'private', 'restricted', 'conflict'];
/** If there was data of the post, the single image in the meta tags may be a cover or one of many. */
const kindsWithData: readonly Outcome['kind'][] = ['found', 'parse_error'];

export async function runStrategies(session: RequestSession, target: PostTarget): Promise<ExtractionResult> {
  const attempts = await tryProfiles(session, 'page', (profile) => fetchPostPage(session, target, profile));
  const profile = session.ranking.rankedProfiles()[0] ?? 'P1';
  const fallbacks: [strategy: string, attempt: () => Promise<Outcome>][] = [
    ['graphql', () => queryGraphql(session, target)],
    ['route', () => fetchRouteDefinition(session, target, profile)],
    ['embed', () => fetchEmbed(session, target, profile)],
    ['og', async () => parseFetchedTags(session, target)],
  ];
  for (const [strategy, attempt] of fallbacks) {
    const failures = attempts.filter(({ outcome }) => isNetworkFailure(outcome)).length;
    if (failures >= maxNetworkFailures || attempts.some(settles) || session.isExpired()) break;
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
  return foundPost({ ...value, items, thread }, true);
}

function parseFetchedTags(session: RequestSession, target: PostTarget): Outcome {
  const outcomes = session.fetchedPages.map((page) => parseMetaTags(page.text, target));
  return outcomes.find((outcome) => outcome.kind === 'found') ?? { kind: 'inapplicable' };
}

/** Only the page proves that a post has no media. The other strategies are known to omit quotes. */
function settles({ strategy, outcome }: AttemptOutcome): boolean {
  if (outcome.kind !== 'found') return finalKinds.includes(outcome.kind);
  return outcome.result.ok ? !isIncomplete(outcome) : strategy === 'page';
}

/** Of one strategy. */
const maxProfileFailures = 2;

const profileDependent: readonly Outcome['kind'][] = [
  'empty_page',
  'blocked',
  'login',
  'checkpoint',
  'sign_in',
  'unrecognized',
  'not_found',
];

/** Stops at a rate limit or a parse error, which don't depend on the profile. */
export async function tryProfiles(
  session: RequestSession,
  strategy: string,
  attempt: (profile: RequestProfile) => Promise<Outcome>,
): Promise<AttemptOutcome[]> {
  const attempts: AttemptOutcome[] = [];
  const failedProfiles: RequestProfile[] = [];
  for (const profile of session.ranking.rankedProfiles()) {
    if (session.isExpired()) break;
    const outcome = await runAttempt(session, strategy, profile, () => attempt(profile));
    attempts.push({ strategy, outcome });
    if (profileDependent.includes(outcome.kind)) {
      failedProfiles.push(profile);
      continue;
    }
    if (outcome.kind === 'found') session.ranking.recordSuccess(profile, failedProfiles);
    const failures = attempts.filter((entry) => isNetworkFailure(entry.outcome)).length;
    if (!isNetworkFailure(outcome) || failures >= maxProfileFailures) break;
  }
  return attempts;
}

async function runAttempt(
  session: RequestSession,
  strategy: string,
  profile: RequestProfile | null,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const { now, onAttempt } = session.options;
  const startedAt = now();
  const outcome = await attempt();
  const milliseconds = now() - startedAt;
  const differences = outcome.kind === 'found' && outcome.node && onAttempt ? listDrift(outcome.node) : [];
  onAttempt?.({
    ...{ strategy, profile, outcome: outcomeLabel(outcome), milliseconds },
    ...(differences.length > 0 && { differences }),
  });
  return outcome;
}
