import type { DeskLanguage } from '#desk/contract.ts';
import type { MessageKey } from '#i18n/translate.ts';

/** What is not as it should be with an article's translation. */
export type LanguageMark = 'untranslated' | 'outdated' | 'review';

export const markNames = {
  untranslated: 'admin.mark.untranslated',
  outdated: 'admin.mark.outdated',
  review: 'admin.mark.review',
} as const satisfies Record<LanguageMark, MessageKey>;

/** What to do about it. */
export const markAdvice = {
  untranslated: 'admin.mark.untranslated_do',
  outdated: 'admin.mark.outdated_do',
  review: 'admin.mark.review_do',
} as const satisfies Record<LanguageMark, MessageKey>;

export function marksOf({ translation, review = 0 }: DeskLanguage): LanguageMark[] {
  return [...(translation ? [translation] : []), ...(review > 0 ? (['review'] as const) : [])];
}
