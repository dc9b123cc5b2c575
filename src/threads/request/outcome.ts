import type { ExtractionErrorCode, ExtractionResult, StrategyAttempt } from '../contract.ts';

export type Outcome =
  | { kind: 'found'; result: ExtractionResult }
  | { kind: 'busy'; retryAfterSeconds: number | null; cause?: unknown }
  | { kind: OutcomeWithCause; cause?: unknown };

type OutcomeWithCause =
  /** Threads says that the post doesn't exist or is visible only to signed-in users. */
  | 'gone'
  | 'private'
  | 'restricted'
  /** A valid page or response without the post: a hint, not proof. */
  | 'absent'
  | 'shell'
  /** Blocked, or redirected to the login page or elsewhere. */
  | 'refused'
  /** The post's data is present but couldn't be parsed. */
  | 'misread'
  /** The post's data contradicts itself; no other strategy may be tried. */
  | 'conflict'
  | 'unrecognised'
  | 'unreachable'
  | 'timeout'
  /** The strategy isn't available, which says nothing about the post. */
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
  Exclude<OutcomeKind, 'found' | 'shell' | 'refused' | 'absent' | 'inapplicable'>,
  ExtractionErrorCode
> = {
  busy: 'upstream.busy',
  gone: 'post.gone',
  private: 'post.private',
  restricted: 'post.restricted',
  misread: 'upstream.changed',
  conflict: 'upstream.changed',
  unrecognised: 'upstream.changed',
  unreachable: 'upstream.unreachable',
  timeout: 'upstream.timeout',
};

export function outcomeLabel(outcome: Outcome): StrategyAttempt['outcome'] {
  switch (outcome.kind) {
    case 'found':
      return outcome.result.ok ? 'found' : outcome.result.error.code;
    case 'shell':
    case 'refused':
      return outcome.kind;
    case 'absent':
    case 'inapplicable':
      return 'refused';
    default:
      return codes[outcome.kind];
  }
}
