import { askEmbed } from './ask-embed.ts';
import { askGraphql } from './ask-graphql.ts';
import { askRouteDefinition } from './ask-route-definition.ts';
import { combineOutcomes, type Tried } from './combine-outcomes.ts';
import type { ExtractionResult, RequestProfile } from './contract.ts';
import { isFinal, isIncomplete, isNetworkFailure, type Outcome } from './outcome.ts';
import type { ProfileRanking } from './rank-profiles.ts';
import { readOgTags } from './read-og-tags.ts';
import { readPostPage } from './read-post-page.ts';
import type { Target } from './request-page.ts';
import { recordAttempt, tryProfiles } from './try-profiles.ts';
import type { Visit } from './visit.ts';

const maxNetworkFailures = 3;
/** Where there was data of the post, the one picture of the tags may be a cover, or one of many. */
const hadData: readonly Outcome['kind'][] = ['found', 'misread'];

/** Reads one post: every way in order, until one settles it or the time is over. */
export async function readFromThreads(
  visit: Visit,
  target: Target,
  ranking: ProfileRanking,
): Promise<ExtractionResult> {
  const tried = await tryProfiles(visit, ranking, 'page', (profile) => readPostPage(visit, target, profile));
  const profile = ranking.order()[0] ?? 'P1';
  for (const [strategy, attempt] of laterWays(visit, target, profile)) {
    if (isSettled(tried) || visit.isOver()) break;
    if (strategy === 'og' && tried.some(({ outcome }) => hadData.includes(outcome.kind))) break;
    const outcome = await recordAttempt(visit, strategy, strategy === 'og' ? null : profile, attempt);
    tried.push({ strategy, outcome: target.wholeThread ? markPartial(outcome) : outcome });
  }
  return combineOutcomes(tried);
}

/** Card and tags show one post: of its thread nothing is known then. */
function markPartial(outcome: Outcome): Outcome {
  if (outcome.kind !== 'found' || !outcome.result.ok || outcome.result.value.thread) return outcome;
  const { value } = outcome.result;
  const { code, url, text, publishedAt } = value;
  const post = { code, url, place: 1, of: 1 };
  const items = value.items.map((item) => ({ ...item, source: { ...item.source, post } }));
  const thread = { posts: [{ code, url, text, publishedAt }] };
  return { kind: 'found', result: { ok: true, value: { ...value, items, thread, incomplete: true } } };
}

function laterWays(
  visit: Visit,
  target: Target,
  profile: RequestProfile,
): [strategy: string, attempt: () => Promise<Outcome>][] {
  return [
    ['graphql', () => askGraphql(visit, target)],
    ['route', () => askRouteDefinition(visit, target, profile)],
    ['embed', () => askEmbed(visit, target, profile)],
    ['og', async () => readSeenTags(visit, target)],
  ];
}

function readSeenTags(visit: Visit, target: Target): Outcome {
  const outcomes = visit.pages.map((page) => readOgTags(page.text, target));
  return outcomes.find((one) => one.kind === 'found') ?? { kind: 'inapplicable' };
}

function isSettled(tried: readonly Tried[]): boolean {
  const failures = tried.filter((one) => isNetworkFailure(one.outcome)).length;
  return failures >= maxNetworkFailures || tried.some(settles);
}

/** The page shows a post whole. The other ways are known to leave out quotes: a lack there is looked into. */
function settles({ strategy, outcome }: Tried): boolean {
  if (outcome.kind === 'found') {
    return outcome.result.ok ? !isIncomplete(outcome) : strategy === 'page';
  }
  return isFinal(outcome);
}
