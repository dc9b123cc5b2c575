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

/** A day, `2026-12-31`, as the language writes it. */
export function longDay(locale: Locale, day: string): string {
  return new Intl.DateTimeFormat(localeTags[locale], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  );
}
