import { cacheByLocale, formatDateIn } from './formats.ts';
import { type Locale, localeTags } from './locales.ts';

const dateTimeFields = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

export function formatUtcDateTime(locale: Locale, date: Date): string {
  const format = new Intl.DateTimeFormat(localeTags[locale], { ...dateTimeFields, timeZone: 'UTC' });
  return formatDateIn(locale, format, date);
}

const getDateFormat = cacheByLocale(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }),
);

/** In UTC, so that server and client render the same text. */
export function formatDate(locale: Locale, isoDate: string): string {
  return formatDateIn(locale, getDateFormat(locale), new Date(isoDate));
}

export function formatZonedDateTime(locale: Locale, date: Date, timeZone?: 'UTC'): string {
  const format = new Intl.DateTimeFormat(localeTags[locale], {
    ...dateTimeFields,
    weekday: 'long',
    ...(timeZone && { timeZone }),
  });
  return formatDateIn(locale, format, date);
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
