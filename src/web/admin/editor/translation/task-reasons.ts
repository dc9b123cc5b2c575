import type { RunStep, TaskCode, TaskStatus } from '#assistant/contract.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { reasons } from '../assist/reasons.ts';

/** Why a language is not as hoped for. */
export const taskReasons = {
  ...reasons,
  'model.unconfigured': 'admin.run.reason.no_model',
  'run.budget': 'admin.run.reason.run_budget',
  'translation.review': 'admin.run.reason.review',
  'translation.human': 'admin.run.reason.human',
  'translation.waits': 'admin.run.reason.waits',
  'task.failed': 'admin.run.reason.failed',
} as const satisfies Record<TaskCode, MessageKey>;

const statusNames = {
  queued: 'admin.run.status.queued',
  translating: 'admin.run.status.translating',
  checking: 'admin.run.status.checking',
  saved: 'admin.run.status.saved',
  published: 'admin.run.status.published',
  fallback: 'admin.run.status.fallback',
  failed: 'admin.run.status.failed',
  cancelled: 'admin.run.status.cancelled',
} as const satisfies Record<TaskStatus, MessageKey>;

/** In a word. */
export function statusName({ status, code }: RunStep): MessageKey {
  return code === 'translation.review' ? 'admin.run.status.review' : statusNames[status];
}

/** In sentences: why, and what there is instead. */
export function stepReasons({ status, code, post }: RunStep): MessageKey[] {
  const why: MessageKey[] = code === null ? [] : [taskReasons[code]];
  if (status !== 'fallback' || post === null) return why;
  return [...why, post.origin === 'untranslated' ? 'admin.run.stands_in' : 'admin.run.stays'];
}
