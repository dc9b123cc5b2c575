import { type Locale, localeTags } from '#i18n/locales.ts';

/** A date and time in the zone of whoever reads it, or in a named one, as their language writes them, with the zone. */
export function localMoment(locale: Locale, moment: Date, timeZone?: 'UTC'): string {
  return new Intl.DateTimeFormat(localeTags[locale], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  }).format(moment);
}

/** The zone's name in a language, as `Central European Standard Time`. */
export function zoneName(locale: Locale, moment: Date): string {
  const parts = new Intl.DateTimeFormat(localeTags[locale], { timeZoneName: 'long' }).formatToParts(moment);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return name === timeZone ? name : `${name} (${timeZone.replaceAll('_', ' ')})`;
}

/** What an input of type `datetime-local` holds for a moment. */
export function inputMoment(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** Tomorrow at nine. */
export function firstSuggestion(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9);
}
