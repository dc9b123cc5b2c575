import type { RunStep, TaskCode, TaskStatus } from '#assistant/contract.ts';
import type { MessageKey, Translator } from '#i18n/translate.ts';
import { reasons } from '../assist/reasons.ts';

/** Why a language is not as hoped for. */
const taskReasons = {
  ...reasons,
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

/** In a word. */
export function wordStatus(t: Translator, { status, code }: RunStep): string {
  return code === 'translation.review' ? t('admin.run.status.review') : t(statusNames[status]);
}

/** In sentences: why, and what there is instead. */
export function wordReasons(t: Translator, { status, code, post }: RunStep): string[] {
  const why = code === null ? [] : [t(taskReasons[code])];
  if (status !== 'fallback' || post === null) return why;
  if (post.origin !== 'untranslated') return [...why, t('admin.run.stays')];
  return [...why, t(post.status === 'published' ? 'admin.run.stands_in_public' : 'admin.run.stands_in')];
}
