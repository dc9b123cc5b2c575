import { formatUtcDateTime } from '#i18n/format-date.ts';
import { formatDateIn } from '#i18n/formats.ts';
import { localeTags } from '#i18n/locales.ts';
import { useHydrated } from '../browser/use-hydrated.ts';
import { useTranslator } from '../translator.tsx';

/** Formats an ISO 8601 time in the browser's time zone, or in UTC during server rendering and hydration. */
export function useLocalDateTime(): (isoDateTime: string) => string {
  const { locale } = useTranslator();
  const isHydrated = useHydrated();
  return (isoDateTime) => {
    const date = new Date(isoDateTime);
    if (!isHydrated) return formatUtcDateTime(locale, date);
    const format = new Intl.DateTimeFormat(localeTags[locale], { dateStyle: 'long', timeStyle: 'short' });
    return formatDateIn(locale, format, date);
  };
}
