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

/** Something went wrong, so that trying again may help. */
export function isStepRetryable({ status, code }: RunStep): boolean {
  const failedCodes: readonly RunStep['code'][] = ['run.withdrawn', 'translation.unpublished'];
  return failedCodes.includes(code) || ['fallback', 'failed', 'cancelled'].includes(status);
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
