import type { RunState } from '#assistant/contract.ts';
import { locales } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translate.ts';
import { countPublishedLanguages, isRunWithdrawn, type RunOutcome } from './run-view.ts';

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
      const text = t(isEvery ? 'admin.run.complete_all' : 'admin.run.complete_chosen');
      return { title: t('admin.run.complete'), text: isLeaving ? text : changed };
    }
    case 'drafts':
      return { title: t('admin.run.drafts'), text: isLeaving ? t('admin.run.drafts_text') : changed };
    case 'kept':
      if (run.choice === 'drafts') return { title: t('admin.run.drafts'), text: t('admin.run.drafts_kept') };
      if (published === total) return { title: t('admin.run.complete'), text: t('admin.run.complete_kept') };
      return { title: t('admin.run.kept'), text: t('admin.run.kept_text', { published, total }) };
    case 'trouble':
      return { title: t('admin.run.trouble'), text: t('admin.run.trouble_text', { published, total }) };
    case 'cancelled':
      if (isRunWithdrawn(run))
        return {
          title: t('admin.run.withdrawn'),
          text: t('admin.run.withdrawn_text', { published, total }),
        };
      return { title: t('admin.run.cancelled'), text: t('admin.run.cancelled_text', { published, total }) };
  }
}
