import { type Locale, localeTags } from '#i18n/locales.ts';

export function formatUtcDateTime(locale: Locale, date: Date): string {
  return new Intl.DateTimeFormat(localeTags[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
    .format(date)
    .concat(' UTC');
}

/** In UTC, so that server and client render the same text. */
export function formatDate(locale: Locale, isoDate: string): string {
  const format = new Intl.DateTimeFormat(localeTags[locale], { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(isoDate));
}

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

/** Local time, for `<input type="datetime-local">`. */
export function toDateTimeInputValue(date: Date): string {
  const pad = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

export function defaultScheduleTime(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9);
}
