import { locales } from '#i18n/locales.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import type { RunState, RunStep, TaskCode, TaskStatus } from '#translation/contract.ts';
import { fallbackReasonMessages } from '../suggestions/suggestion-messages.ts';

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

/** `isLeaving`: the editor is about to close. */
export function runResultMessage(
  t: Translator,
  run: RunState,
  outcome: Exclude<RunOutcome, 'live'>,
  isLeaving: boolean,
): { title: string; text: string } {
  const published = countPublishedLanguages(run);
  const total = run.steps.length;
  const changed = t('admin.run.changed');
  switch (outcome) {
    case 'all': {
      const isEvery = run.steps.length === locales.length;
      const text = t(isEvery ? 'admin.run.complete_all' : 'admin.run.complete_selected');
      return { title: t('admin.run.complete'), text: isLeaving ? text : changed };
    }
    case 'drafts':
      return { title: t('admin.run.drafts'), text: isLeaving ? t('admin.run.drafts_text') : changed };
    case 'preserved':
      if (run.choice === 'drafts')
        return { title: t('admin.run.drafts'), text: t('admin.run.drafts_preserved') };
      if (published === total)
        return { title: t('admin.run.complete'), text: t('admin.run.complete_preserved') };
      return { title: t('admin.run.preserved'), text: t('admin.run.preserved_text', { published, total }) };
    case 'incomplete':
      return { title: t('admin.run.incomplete'), text: t('admin.run.incomplete_text', { published, total }) };
    case 'cancelled':
      if (isRunWithdrawn(run))
        return {
          title: t('admin.run.withdrawn'),
          text: t('admin.run.withdrawn_text', { published, total }),
        };
      return { title: t('admin.run.cancelled'), text: t('admin.run.cancelled_text', { published, total }) };
  }
}

const taskReasons = {
  ...fallbackReasonMessages,
  'model.unconfigured': 'admin.run.reason.no_model',
  'run.budget': 'admin.run.reason.run_budget',
  'translation.review': 'admin.run.reason.review',
  'translation.human': 'admin.run.reason.human',
  'translation.edited': 'admin.run.reason.edited',
  'translation.waits': 'admin.run.reason.waits',
  'translation.unpublished': 'admin.run.reason.unpublished',
  'run.withdrawn': 'admin.run.reason.withdrawn',
  'task.failed': 'admin.run.reason.failed',
} as const satisfies Record<TaskCode, MessageKey>;

const statusNames = {
  queued: 'admin.run.status.queued',
  translating: 'admin.run.status.translating',
  saved: 'admin.run.status.saved',
  published: 'admin.run.status.published',
  fallback: 'admin.run.status.fallback',
  failed: 'admin.run.status.failed',
  cancelled: 'admin.run.status.cancelled',
} as const satisfies Record<TaskStatus, MessageKey>;

export function taskStatusLabel(t: Translator, { status, code }: RunStep): string {
  return code === 'translation.review' ? t('admin.run.status.review') : t(statusNames[status]);
}

/** The reason and, after a fallback, what the post contains instead. */
export function taskReasonMessages(t: Translator, { status, code, post }: RunStep): string[] {
  const reasons = code === null ? [] : [t(taskReasons[code])];
  if (status !== 'fallback' || post === null) return reasons;
  if (post.origin !== 'untranslated') return [...reasons, t('admin.run.stays')];
  return [
    ...reasons,
    t(post.status === 'published' ? 'admin.run.untranslated_published' : 'admin.run.untranslated_draft'),
  ];
}
