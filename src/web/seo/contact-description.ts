import type { Translator } from '#i18n/translator.ts';

/** `replyHours`: null if the owner promises no time. */
export function describeContactPage(t: Translator, replyHours: number | null): string {
  return replyHours === null
    ? t('contact.description')
    : t('contact.description_reply', { count: replyHours });
}
