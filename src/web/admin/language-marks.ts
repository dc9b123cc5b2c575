import type { ArticleTranslation } from '#desk/contract.ts';
import type { MessageKey } from '#i18n/translate.ts';

export type TranslationStatus = 'untranslated' | 'outdated' | 'review';

export const translationStatusLabels = {
  untranslated: 'admin.mark.untranslated',
  outdated: 'admin.mark.outdated',
  review: 'admin.mark.review',
} as const satisfies Record<TranslationStatus, MessageKey>;

export const translationStatusHints = {
  untranslated: 'admin.mark.untranslated_do',
  outdated: 'admin.mark.outdated_do',
  review: 'admin.mark.review_do',
} as const satisfies Record<TranslationStatus, MessageKey>;

export function getTranslationStatuses({ translation, review = 0 }: ArticleTranslation): TranslationStatus[] {
  return [...(translation ? [translation] : []), ...(review > 0 ? (['review'] as const) : [])];
}
