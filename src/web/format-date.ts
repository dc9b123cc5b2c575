import { type Locale, localeTags } from '#i18n/locales.ts';

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

/** Formats a date in UTC, so that server and client render the same text. */
export function formatDate(locale: Locale, isoDate: string): string {
  const format = new Intl.DateTimeFormat(localeTags[locale], { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(isoDate));
}

/** Formats in the viewer's time zone unless `timeZone` is given. The result names the zone. */
export function formatZonedDateTime(locale: Locale, date: Date, timeZone?: 'UTC'): string {
  return new Intl.DateTimeFormat(localeTags[locale], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  }).format(date);
}

/** For example `Central European Standard Time (Europe/Berlin)`. */
export function timeZoneName(locale: Locale, date: Date): string {
  const parts = new Intl.DateTimeFormat(localeTags[locale], { timeZoneName: 'long' }).formatToParts(date);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return name === timeZone ? name : `${name} (${timeZone.replaceAll('_', ' ')})`;
}

/** Value for `<input type="datetime-local">`, in local time. */
export function toDateTimeInputValue(date: Date): string {
  const pad = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** Tomorrow at 9:00, local time. */
export function defaultScheduleTime(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9);
}
