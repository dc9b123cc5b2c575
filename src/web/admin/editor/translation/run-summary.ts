import type { RunState, RunStep } from '#translation/contract.ts';

export type StepGroup = 'completed' | 'attention' | 'pending';

/** `drafts`: only drafts were requested. `preserved`: complete, apart from content that users own. */
export type RunOutcome = 'live' | 'all' | 'drafts' | 'preserved' | 'incomplete' | 'cancelled';

export function isRunFinished({ ended_at }: Pick<RunState, 'ended_at'>): boolean {
  return ended_at !== null;
}

export function getStepGroup({ kind, status, code }: RunStep): StepGroup {
  if (kind === 'original') return 'completed';
  if (status === 'queued' || status === 'translating') return 'pending';
  return code === null && (status === 'published' || status === 'saved') ? 'completed' : 'attention';
}

const draftCodes: readonly RunStep['code'][] = [
  'translation.review',
  'translation.waits',
  'translation.unpublished',
  'translation.edited',
  'run.withdrawn',
];

export function isStepFailed({ status, code }: RunStep): boolean {
  return draftCodes.includes(code) || ['fallback', 'failed', 'cancelled'].includes(status);
}

export function getRunOutcome(run: RunState): RunOutcome {
  if (!isRunFinished(run)) return 'live';
  if (run.status === 'cancelled') return 'cancelled';
  if (run.status === 'done_with_errors') return 'incomplete';
  if (run.steps.some((step) => getStepGroup(step) === 'attention')) return 'preserved';
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
  return steps.filter((step) => getStepGroup(step) !== 'pending').length;
}

/** 0 to 100; 100 means that nothing is left to do. */
export function getRunPercent(run: RunState): number {
  if (getRunOutcome(run) !== 'incomplete') return run.percent;
  const completed = run.steps.filter((step) => getStepGroup(step) === 'completed').length;
  return Math.floor((100 * completed) / run.steps.length);
}
