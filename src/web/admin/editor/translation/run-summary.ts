import type { RunState, RunStep } from '#translation/contract.ts';

export type StepGroup = 'completed' | 'attention' | 'coming';

/**
 * `all`: everything requested is published; `drafts`: all drafts are saved, and none was to be published;
 * `kept`: done, apart from content that people own; `trouble`: some languages failed.
 */
export type RunOutcome = 'live' | 'all' | 'drafts' | 'kept' | 'trouble' | 'cancelled';

export function isRunFinished({ ended_at }: Pick<RunState, 'ended_at'>): boolean {
  return ended_at !== null;
}

export function stepGroup({ kind, status, code }: RunStep): StepGroup {
  if (kind === 'original') return 'completed';
  if (status === 'queued' || status === 'translating') return 'coming';
  return code === null && (status === 'published' || status === 'saved') ? 'completed' : 'attention';
}

const drafts: readonly RunStep['code'][] = [
  ...(['translation.review', 'translation.waits', 'translation.unpublished'] as const),
  ...(['translation.edited', 'run.withdrawn'] as const),
];

/** Whether a retry of all failed languages includes this one. */
export function isStepFailed({ status, code }: RunStep): boolean {
  return drafts.includes(code) || ['fallback', 'failed', 'cancelled'].includes(status);
}

export function getRunOutcome(run: RunState): RunOutcome {
  if (!isRunFinished(run)) return 'live';
  if (run.status === 'cancelled') return 'cancelled';
  if (run.status === 'done_with_errors') return 'trouble';
  if (run.steps.some((step) => stepGroup(step) === 'attention')) return 'kept';
  return run.choice === 'drafts' ? 'drafts' : 'all';
}

/** Whether the run ended because its original was no longer published. */
export function isRunWithdrawn({ steps }: Pick<RunState, 'steps'>): boolean {
  return steps.some(({ code }) => code === 'run.withdrawn');
}

/** Includes the original. */
export function countPublishedLanguages({ steps }: RunState): number {
  return steps.filter(({ post }) => post?.status === 'published' && post.origin !== 'untranslated').length;
}

export function countFinishedSteps({ steps }: RunState): number {
  return steps.filter((step) => stepGroup(step) !== 'coming').length;
}

/** 0 to 100; 100 means that nothing is left to do. */
export function runPercent(run: RunState): number {
  if (getRunOutcome(run) !== 'trouble') return run.percent;
  const completed = run.steps.filter((step) => stepGroup(step) === 'completed').length;
  return Math.floor((100 * completed) / run.steps.length);
}
