import { locales } from '#i18n/locales.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import type { RunState, RunStep, TaskCode, TaskStatus } from '#translation/contract.ts';
import { fallbackReasonMessages } from '../suggestions/suggestion-messages.ts';
import { countPublishedLanguages, isRunWithdrawn, type RunOutcome } from './run-summary.ts';

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
