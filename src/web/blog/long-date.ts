import { type Locale, localeTags } from '#i18n/locales.ts';

/** A day in the long form of the language. `moment` is ISO 8601; in UTC, so that server and browser write the same. */
export function longDate(locale: Locale, moment: string): string {
  const format = new Intl.DateTimeFormat(localeTags[locale], { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(moment));
}
