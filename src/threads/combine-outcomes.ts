import type { ExtractionError, ExtractionErrorCode, ExtractionResult } from './contract.ts';
import type { Outcome, OutcomeKind } from './outcome.ts';

export interface Tried {
  strategy: string;
  outcome: Outcome;
}

/** Where Threads blocks without saying for how long. */
const defaultRetryAfterSeconds = 60;
const maxRetryAfterSeconds = 3_600;

/**
 * One answer out of everything that was tried. A post that was found wins; then what Threads said about the post;
 * then what we failed to understand; then blocks; the network last. Without positive evidence a post is never gone.
 */
export function combineOutcomes(tried: readonly Tried[]): ExtractionResult {
  const outcomes = tried.map((one) => one.outcome);
  const found = outcomes.filter((one) => one.kind === 'found').map((one) => one.result);
  const best = chooseFullest(found) ?? found[0];
  if (best !== undefined && !outcomes.some((one) => one.kind === 'conflict')) return best;
  const has = (...kinds: OutcomeKind[]) => outcomes.some((one) => kinds.includes(one.kind));
  const causes = outcomes
    .map((one) => ('cause' in one ? one.cause : undefined))
    .filter((one) => one !== undefined);
  if (has('conflict')) return failed('upstream.changed', causes);
  if (has('restricted')) return failed('post.restricted', causes);
  if (has('private')) return failed('post.private', causes);
  if (has('gone')) return failed('post.gone', causes);
  if (has('misread')) return failed('upstream.changed', causes);
  if (has('busy')) return busy(outcomes, causes);
  if (isAbsentTwice(tried)) return failed('post.gone', causes);
  if (has('unrecognised') && !has('shell', 'refused', 'absent')) return failed('upstream.changed', causes);
  if (has('shell', 'refused', 'absent', 'unrecognised')) return busy(outcomes, causes);
  if (has('timeout')) return failed('upstream.timeout', causes);
  if (has('unreachable')) return failed('upstream.unreachable', causes);
  // Nothing was tried: the time was over before anything could be.
  return failed(tried.length === 0 ? 'upstream.timeout' : 'upstream.changed', causes);
}

/** Most media first; of as many, those that are all there is. */
function chooseFullest(found: readonly ExtractionResult[]): ExtractionResult | undefined {
  return found
    .filter((one) => one.ok)
    .toSorted(
      ({ value: one }, { value: other }) =>
        other.items.length - one.items.length ||
        Number(one.incomplete ?? false) - Number(other.incomplete ?? false),
    )[0];
}

/** One right answer without the post may be luck; two of different kinds are evidence. */
function isAbsentTwice(tried: readonly Tried[]): boolean {
  const strategies = tried.filter((one) => one.outcome.kind === 'absent').map((one) => one.strategy);
  return new Set(strategies).size >= 2;
}

function busy(outcomes: readonly Outcome[], causes: readonly unknown[]): ExtractionResult {
  const stated = outcomes.map((one) => (one.kind === 'busy' ? (one.retryAfterSeconds ?? 0) : 0));
  const longest = Math.ceil(Math.max(0, ...stated));
  const retryAfterSeconds = longest > 0 ? Math.min(longest, maxRetryAfterSeconds) : defaultRetryAfterSeconds;
  return failed('upstream.busy', causes, { retryAfterSeconds });
}

function failed(
  code: ExtractionErrorCode,
  causes: readonly unknown[],
  more: Pick<ExtractionError, 'retryAfterSeconds'> = {},
): ExtractionResult {
  const cause = causes.length > 1 ? new AggregateError(causes, code) : causes[0];
  return { ok: false, error: cause === undefined ? { code, ...more } : { code, ...more, cause } };
}
