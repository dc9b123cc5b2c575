import type { LegalSlug } from '#blog/page-contract.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';

export const legalHeadings = {
  privacy: 'privacy.heading',
  terms: 'terms.heading',
} as const satisfies Record<LegalSlug, MessageKey>;

/** The paragraphs that the product ships; a page of the owner replaces them. `messageDays`: the setting. */
export function formatLegalText(t: Translator, slug: LegalSlug, messageDays: number): string[] {
  return slug === 'terms'
    ? [t('terms.public'), t('terms.warranty')]
    : [
        t('privacy.stored'),
        t('privacy.messages', { count: messageDays }),
        t('privacy.pass'),
        t('privacy.history'),
        t('privacy.tracking'),
      ];
}
