import type { MessageKey, Translator } from '#i18n/translator.ts';
import type { TaskCode } from '#translation/contract.ts';
import { fallbackReasonMessages } from './fallback-reasons.ts';

const taskReasons = {
  ...fallbackReasonMessages,
  'model.unconfigured': 'admin.run.reason.no_model',
  'run.budget': 'admin.run.reason.run_budget',
  'translation.review': 'admin.run.reason.review',
  'translation.unread': 'admin.run.reason.unread',
  'translation.human': 'admin.run.reason.human',
  'translation.edited': 'admin.run.reason.edited',
  'translation.waits': 'admin.run.reason.waits',
  'translation.unpublished': 'admin.run.reason.unpublished',
  'run.withdrawn': 'admin.run.reason.withdrawn',
  'task.failed': 'admin.run.reason.failed',
} as const satisfies Record<Exclude<TaskCode, 'translation.held'>, MessageKey>;

/** The server may be newer than the page, and send another code. */
export function describeTaskCode(t: Translator, code: TaskCode, reviewer: string | null): string {
  if (code === 'translation.held')
    return !reviewer ? t('admin.run.reason.no_reviewer') : t('admin.run.reason.held', { name: reviewer });
  return Object.hasOwn(taskReasons, code) ? t(taskReasons[code]) : t('admin.run.reason.other');
}
