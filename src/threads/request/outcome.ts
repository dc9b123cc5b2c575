import type {
  ExtractionError,
  ExtractionErrorCode,
  ExtractionResult,
  StrategyAttempt,
  ThreadsPost,
} from '../contract.ts';
import type { JsonNode } from '../parse/json.ts';

export type Outcome =
  /** `node`: the data that the result was read from. */
  | { kind: 'found'; result: ExtractionResult; node?: JsonNode }
  | { kind: 'busy'; retryAfterSeconds: number | null; cause?: unknown }
  | { kind: OutcomeWithCause; cause?: unknown };

type OutcomeWithCause =
  | 'gone'
  | 'private'
  | 'restricted'
  /** The page of the post asks for a login: a sensitive post, or a wall in front of every post. */
  | 'sign_in'
  /** A login wall in front of every post. */
  | 'login'
  /** Threads wants proof that the reader is a person. */
  | 'checkpoint'
  /** A valid page or response without the post: a hint, not proof. */
  | 'not_found'
  | 'empty_page'
  | 'blocked'
  | 'parse_error'
  /** The post's data contradicts itself; no other strategy may be tried. */
  | 'conflict'
  | 'unrecognized'
  | 'unreachable'
  | 'timeout'
  | 'inapplicable';

export type OutcomeKind = Outcome['kind'];

export interface AttemptOutcome {
  strategy: string;
  outcome: Outcome;
}

export function foundPost(post: ThreadsPost, isIncomplete: boolean): Outcome {
  return { kind: 'found', result: { ok: true, value: isIncomplete ? { ...post, incomplete: true } : post } };
}

export function foundUnavailable(code: ExtractionErrorCode): Outcome {
  return { kind: 'found', result: { ok: false, error: { code } } };
}

export function foundWithoutMedia(post: ThreadsPost, unavailable?: ExtractionErrorCode | null): Outcome {
  const code = unavailable ?? (post.linksTo === null ? 'post.no_media' : 'post.media_elsewhere');
  return { kind: 'found', result: { ok: false, error: { code, post } } };
}

export function parseError(message: string): Outcome {
  return { kind: 'parse_error', cause: new Error(message) };
}

export function isIncomplete(outcome: Outcome): boolean {
  return outcome.kind === 'found' && outcome.result.ok && outcome.result.value.incomplete === true;
}

export function isNetworkFailure({ kind }: Outcome): boolean {
  return kind === 'unreachable' || kind === 'timeout';
}

const labels = {
  empty_page: 'shell',
  blocked: 'refused',
  not_found: 'refused',
  inapplicable: 'refused',
  busy: 'upstream.busy',
  gone: 'post.gone',
  private: 'post.private',
  restricted: 'post.restricted',
  sign_in: 'post.sign_in',
  login: 'upstream.login',
  checkpoint: 'upstream.checkpoint',
  parse_error: 'upstream.changed',
  conflict: 'upstream.changed',
  unrecognized: 'upstream.changed',
  unreachable: 'upstream.unreachable',
  timeout: 'upstream.timeout',
} as const satisfies Record<Exclude<OutcomeKind, 'found'>, StrategyAttempt['outcome']>;

/** A metric label. */
export function outcomeLabel(outcome: Outcome): StrategyAttempt['outcome'] {
  if (outcome.kind !== 'found') return labels[outcome.kind];
  return outcome.result.ok ? 'found' : outcome.result.error.code;
}

const defaultRetryAfterSeconds = 60;
const maxRetryAfterSeconds = 3_600;

/** In order of precedence. A single one decides. */
const decisiveKinds = ['conflict', 'restricted', 'private', 'gone', 'parse_error'] as const;
const networkKinds = ['timeout', 'unreachable'] as const;

/** The first match decides. A post is gone only on positive evidence. */
export function combineOutcomes(attempts: readonly AttemptOutcome[]): ExtractionResult {
  const outcomes = attempts.map((attempt) => attempt.outcome);
  const found = outcomes.filter((outcome) => outcome.kind === 'found').map((outcome) => outcome.result);
  const best = selectMostComplete(found) ?? found[0];
  if (best !== undefined && !outcomes.some((outcome) => outcome.kind === 'conflict')) return best;
  const hasKind = (...kinds: OutcomeKind[]) => outcomes.some((outcome) => kinds.includes(outcome.kind));
  const causes = outcomes
    .map((outcome) => ('cause' in outcome ? outcome.cause : undefined))
    .filter((cause) => cause !== undefined);
  const decisive = decisiveKinds.find((kind) => hasKind(kind));
  if (decisive !== undefined) return failed(labels[decisive], causes);
  if (hasKind('busy')) return refused('upstream.busy', outcomes, causes);
  if (isMissingInTwoStrategies(attempts)) return failed('post.gone', causes);
  if (hasKind('sign_in')) return failed('post.sign_in', causes);
  if (hasKind('checkpoint')) return refused('upstream.checkpoint', outcomes, causes);
  if (hasKind('login')) return refused('upstream.login', outcomes, causes);
  if (hasKind('unrecognized') && !hasKind('empty_page', 'blocked', 'not_found'))
    return failed('upstream.changed', causes);
  if (hasOnlyEmptyPages(attempts)) return refused('upstream.empty', outcomes, causes);
  if (hasKind('empty_page', 'blocked', 'not_found', 'unrecognized'))
    return refused('upstream.busy', outcomes, causes);
  const network = networkKinds.find((kind) => hasKind(kind));
  if (network !== undefined) return failed(labels[network], causes);
  return failed(attempts.length === 0 ? 'upstream.timeout' : 'upstream.changed', causes);
}

function selectMostComplete(found: readonly ExtractionResult[]): ExtractionResult | undefined {
  return found
    .filter((result) => result.ok)
    .toSorted(
      ({ value: a }, { value: b }) =>
        b.items.length - a.items.length || Number(a.incomplete ?? false) - Number(b.incomplete ?? false),
    )[0];
}

/** One valid response without the post may be a coincidence; two strategies that agree are evidence. */
function isMissingInTwoStrategies(attempts: readonly AttemptOutcome[]): boolean {
  const strategies = attempts
    .filter((attempt) => attempt.outcome.kind === 'not_found')
    .map((attempt) => attempt.strategy);
  return new Set(strategies).size >= 2;
}

/** Without a page, the other strategies fail too, so only pages count. */
function hasOnlyEmptyPages(attempts: readonly AttemptOutcome[]): boolean {
  const pages = attempts.filter(({ strategy }) => strategy === 'page' || strategy === 'share');
  return pages.length > 0 && pages.every(({ outcome }) => outcome.kind === 'empty_page');
}

function refused(
  code: ExtractionErrorCode,
  outcomes: readonly Outcome[],
  causes: readonly unknown[],
): ExtractionResult {
  const delays = outcomes.map((outcome) => (outcome.kind === 'busy' ? (outcome.retryAfterSeconds ?? 0) : 0));
  const longest = Math.ceil(Math.max(0, ...delays));
  const retryAfterSeconds = longest > 0 ? Math.min(longest, maxRetryAfterSeconds) : defaultRetryAfterSeconds;
  return failed(code, causes, { retryAfterSeconds });
}

function failed(
  code: ExtractionErrorCode,
  causes: readonly unknown[],
  fields: Pick<ExtractionError, 'retryAfterSeconds'> = {},
): ExtractionResult {
  const cause = causes.length > 1 ? new AggregateError(causes, code) : causes[0];
  return { ok: false, error: cause === undefined ? { code, ...fields } : { code, ...fields, cause } };
}
