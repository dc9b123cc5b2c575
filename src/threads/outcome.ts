import type { Attempt, ExtractionErrorCode, ExtractionResult } from './contract.ts';

/** What one try at Threads showed. */
export type Outcome =
  | { kind: 'found'; result: ExtractionResult }
  | { kind: 'busy'; retryAfterSeconds: number | null; cause?: unknown }
  | { kind: Showing; cause?: unknown };

type Showing =
  /** Threads says the post does not exist, or shows it to nobody who is not signed in. */
  | 'gone'
  | 'private'
  | 'restricted'
  /** The page or answer is a right one and the post is not in it: a sign, no proof. */
  | 'absent'
  /** A page without any post data. */
  | 'shell'
  /** Blocked, sent to log in, or sent elsewhere. */
  | 'refused'
  /** Data of the post is there and is not understood. */
  | 'misread'
  /** Data of the post contradicts itself: nothing else may be tried. */
  | 'conflict'
  /** Neither a shell nor a post nor anything known. */
  | 'unrecognised'
  | 'unreachable'
  | 'timeout'
  /** This way does not exist here: says nothing. */
  | 'inapplicable';

export type OutcomeKind = Outcome['kind'];

/** Whether the post was judged for good: trying another way could only do harm or waste time. */
export function isFinal(outcome: Outcome): boolean {
  return ['gone', 'private', 'restricted', 'conflict'].includes(outcome.kind);
}

/** Whether the post was found with media of which only a part could be read. */
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

/** How an outcome is reported to the operator. */
export function nameOutcome(outcome: Outcome): Attempt['outcome'] {
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
