import type { RunStep, TaskCode, TaskStatus } from '#assistant/contract.ts';
import type { MessageKey, Translator } from '#i18n/translate.ts';
import { fallbackReasonMessages } from '../assist/reasons.ts';

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
  const why = code === null ? [] : [t(taskReasons[code])];
  if (status !== 'fallback' || post === null) return why;
  if (post.origin !== 'untranslated') return [...why, t('admin.run.stays')];
  return [...why, t(post.status === 'published' ? 'admin.run.stands_in_public' : 'admin.run.stands_in')];
}
