import { type Locale, localeTags } from '#i18n/locales.ts';

/** Formats a date in UTC, so that server and client render the same text. */
export function formatDate(locale: Locale, isoDate: string): string {
  const format = new Intl.DateTimeFormat(localeTags[locale], { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(isoDate));
}
