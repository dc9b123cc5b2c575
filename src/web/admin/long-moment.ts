import type { Locale } from '#i18n/locales.ts';
import { localeTags } from '#i18n/locales.ts';

/** A date and time as the language writes them, in UTC and saying so. */
export function longMoment(locale: Locale, moment: Date): string {
  return new Intl.DateTimeFormat(localeTags[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
    .format(moment)
    .concat(' UTC');
}
