import type { RunState, RunStep } from '#assistant/contract.ts';

/** Where a language stands on the card. */
export type StepGroup = 'completed' | 'attention' | 'coming';

/**
 * How a run ended. `all`: everything it was to publish is published; `drafts`: nothing was to be, and all is there;
 * `kept`: all is well but for what belongs to people; `trouble`: some languages are not done.
 */
export type RunOutcome = 'live' | 'all' | 'drafts' | 'kept' | 'trouble' | 'cancelled';

export function isOver({ ended_at }: Pick<RunState, 'ended_at'>): boolean {
  return ended_at !== null;
}

export function groupOf({ kind, status, code }: RunStep): StepGroup {
  if (kind === 'original') return 'completed';
  if (status === 'queued' || status === 'translating') return 'coming';
  return code === null && (status === 'published' || status === 'saved') ? 'completed' : 'attention';
}

const drafts: readonly RunStep['code'][] = [
  ...(['translation.review', 'translation.waits', 'translation.unpublished'] as const),
  ...(['translation.edited', 'run.withdrawn'] as const),
];

/** Whether the server would do it again where all that failed is tried again. */
export function isFailed({ status, code }: RunStep): boolean {
  return drafts.includes(code) || ['fallback', 'failed', 'cancelled'].includes(status);
}

export function outcomeOf(run: RunState): RunOutcome {
  if (!isOver(run)) return 'live';
  if (run.status === 'cancelled') return 'cancelled';
  if (run.status === 'done_with_errors') return 'trouble';
  if (run.steps.some((step) => groupOf(step) === 'attention')) return 'kept';
  return run.choice === 'drafts' ? 'drafts' : 'all';
}

/** Whether it ended since readers were not to see the original any more, which nobody asked for. */
export function isWithdrawn({ steps }: Pick<RunState, 'steps'>): boolean {
  return steps.some(({ code }) => code === 'run.withdrawn');
}

/** Languages that readers see, the original among them. */
export function publishedOf({ steps }: RunState): number {
  return steps.filter(({ post }) => post?.status === 'published' && post.origin !== 'untranslated').length;
}

/** Steps that have come to their end. */
export function doneOf({ steps }: RunState): number {
  return steps.filter((step) => groupOf(step) !== 'coming').length;
}

/** 0 to 100, which stands for nothing that is left to do. */
export function percentOf(run: RunState): number {
  if (outcomeOf(run) !== 'trouble') return run.percent;
  const completed = run.steps.filter((step) => groupOf(step) === 'completed').length;
  return Math.floor((100 * completed) / run.steps.length);
}
