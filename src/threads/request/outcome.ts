import type { ExtractionErrorCode, ExtractionResult, StrategyAttempt } from '../contract.ts';

export type Outcome =
  | { kind: 'found'; result: ExtractionResult }
  | { kind: 'busy'; retryAfterSeconds: number | null; cause?: unknown }
  | { kind: OutcomeWithCause; cause?: unknown };

type OutcomeWithCause =
  | 'gone'
  | 'private'
  | 'restricted'
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

export function isFinal(outcome: Outcome): boolean {
  return ['gone', 'private', 'restricted', 'conflict'].includes(outcome.kind);
}

export function isIncomplete(outcome: Outcome): boolean {
  return outcome.kind === 'found' && outcome.result.ok && outcome.result.value.incomplete === true;
}

export function isNetworkFailure(outcome: Outcome): boolean {
  return outcome.kind === 'unreachable' || outcome.kind === 'timeout';
}

const codes: Record<
  Exclude<OutcomeKind, 'found' | 'empty_page' | 'blocked' | 'not_found' | 'inapplicable'>,
  ExtractionErrorCode
> = {
  busy: 'upstream.busy',
  gone: 'post.gone',
  private: 'post.private',
  restricted: 'post.restricted',
  parse_error: 'upstream.changed',
  conflict: 'upstream.changed',
  unrecognized: 'upstream.changed',
  unreachable: 'upstream.unreachable',
  timeout: 'upstream.timeout',
};

/** Metric label values. */
export function outcomeLabel(outcome: Outcome): StrategyAttempt['outcome'] {
  switch (outcome.kind) {
    case 'found':
      return outcome.result.ok ? 'found' : outcome.result.error.code;
    case 'empty_page':
      return 'shell';
    case 'blocked':
    case 'not_found':
    case 'inapplicable':
      return 'refused';
    default:
      return codes[outcome.kind];
  }
}
