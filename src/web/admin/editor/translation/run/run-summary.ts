import { locales } from '#i18n/locales.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import type { RunState, RunStep, TaskCode, TaskStatus } from '#translation/contract.ts';
import { postReviewPath } from '../../../../paths.ts';
import { describeTaskCode } from '../../../../task-reasons.ts';
import { languageNameInSentence, sideBySidePath } from '../../../post-labels.ts';
import { getRunOutcome, getStepGroup, isRunWithdrawn, type RunOutcome } from './run-state.ts';

const draftCodes: readonly RunStep['code'][] = [
  'translation.review',
  'translation.unread',
  'translation.waits',
  'translation.unpublished',
  'translation.edited',
  'run.withdrawn',
];

export function isStepFailed({ status, code }: RunStep): boolean {
  return draftCodes.includes(code) || ['fallback', 'failed', 'cancelled'].includes(status);
}

/** Includes the original. */
export function countPublishedLanguages({ steps }: RunState): number {
  return steps.filter(({ post }) => post?.status === 'published' && post.origin !== 'untranslated').length;
}

/** Languages in which readers see the text of this run. Includes the original. */
function countCurrentLanguages({ steps }: RunState): number {
  return steps.filter(
    ({ kind, status, code, post }) =>
      post?.status === 'published' && (kind === 'original' || (status === 'published' && code === null)),
  ).length;
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

/** `leaving`: the editor is about to close. `changed`: the original has changed since the run started. */
export type RunCardState = 'leaving' | 'changed' | 'open';

export function runResultMessage(
  t: Translator,
  run: RunState,
  outcome: Exclude<RunOutcome, 'live'>,
  state: RunCardState,
): { title: string; text: string } {
  const published = countPublishedLanguages(run);
  const total = run.steps.length;
  const isChanged = state === 'changed';
  switch (outcome) {
    case 'all': {
      const isEvery = run.steps.length === locales.length;
      const leavingText = isEvery ? 'admin.run.complete_all' : 'admin.run.complete_selected';
      const openText = isChanged ? 'admin.run.changed' : 'admin.run.complete_open';
      return { title: t('admin.run.complete'), text: t(state === 'leaving' ? leavingText : openText) };
    }
    case 'drafts':
      return {
        title: t('admin.run.drafts'),
        text: t(isChanged ? 'admin.run.changed' : 'admin.run.drafts_text'),
      };
    case 'preserved':
      if (run.choice === 'drafts')
        return { title: t('admin.run.drafts'), text: t('admin.run.drafts_preserved') };
      if (published === total)
        return { title: t('admin.run.complete'), text: t('admin.run.complete_preserved') };
      return { title: t('admin.run.preserved'), text: t('admin.run.preserved_text', { published, total }) };
    case 'incomplete':
      return { title: t('admin.run.incomplete'), text: incompleteText(t, run) };
    case 'cancelled':
      if (isRunWithdrawn(run))
        return {
          title: t('admin.run.withdrawn'),
          text: t('admin.run.withdrawn_text', { published, total }),
        };
      return { title: t('admin.run.cancelled'), text: t('admin.run.cancelled_text', { published, total }) };
  }
}

function incompleteText(t: Translator, run: RunState): string {
  const total = run.steps.length;
  if (run.choice !== 'drafts')
    return t('admin.run.incomplete_text', { published: countCurrentLanguages(run), total });
  const done = run.steps.filter((step) => getStepGroup(step) === 'completed').length;
  return t('admin.run.incomplete_drafts', { done, total });
}

const statusNames = {
  queued: 'admin.run.status.queued',
  translating: 'admin.run.status.translating',
  saved: 'admin.run.status.saved',
  published: 'admin.run.status.published',
  fallback: 'admin.run.status.fallback',
  failed: 'admin.run.status.failed',
  cancelled: 'admin.run.status.cancelled',
} as const satisfies Record<TaskStatus, MessageKey>;

const reviewCodes: readonly TaskCode[] = ['translation.review', 'translation.unread', 'translation.held'];

export function taskStatusLabel(t: Translator, { status, code }: RunStep): string {
  return code !== null && reviewCodes.includes(code) ? t('admin.run.status.review') : t(statusNames[status]);
}

/** The new text of a published post is in its working copy. */
const hiddenCodes: readonly RunStep['code'][] = [...draftCodes, 'translation.held', null];

/** The reason and, unless readers see the new text, what they see instead. */
export function taskReasonMessages(t: Translator, { status, code, post, reviewer }: RunStep): string[] {
  const reasons = code === null ? [] : [describeTaskCode(t, code, reviewer)];
  if (status === 'saved' && post?.status === 'published' && hiddenCodes.includes(code))
    return [...reasons, t('admin.run.older_text')];
  if (status !== 'fallback' || post === null) return reasons;
  if (post.origin !== 'untranslated') return [...reasons, t('admin.run.stays')];
  return [
    ...reasons,
    t(post.status === 'published' ? 'admin.run.untranslated_published' : 'admin.run.untranslated_draft'),
  ];
}

/** Where a person does what is left to do for a language; null if there is nothing to do. */
export function findTaskLink(
  t: Translator,
  run: RunState,
  { locale, kind, status, code, post }: RunStep,
): { href: string; label: string } | null {
  if (kind === 'original' || post === null || status !== 'saved') return null;
  const language = languageNameInSentence(locale, t.locale);
  if (code === 'translation.waits' || code === 'translation.unpublished' || code === 'run.withdrawn')
    return { href: `/admin/blog/${post.id}`, label: t('admin.run.open_one', { language }) };
  const isDoubtful = code === 'translation.review' || code === 'translation.unread';
  const href = isDoubtful ? `${postReviewPath(run.post_id)}#${locale}` : sideBySidePath(run.post_id, locale);
  return { href, label: t('admin.run.review_one', { language }) };
}
