import type { Locale } from '#i18n/locales.ts';
import { localeTags } from '#i18n/locales.ts';

/** A localized date and time in UTC, with the suffix "UTC". */
export function formatUtcDateTime(locale: Locale, date: Date): string {
  return new Intl.DateTimeFormat(localeTags[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
    .format(date)
    .concat(' UTC');
}
