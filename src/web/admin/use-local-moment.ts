import { localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../translation.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { longMoment } from './long-moment.ts';

/** A date and time where the reader is; as the server writes it, in UTC. `moment`: ISO 8601. */
export function useLocalMoment(): (moment: string) => string {
  const { locale } = useTranslator();
  const isHydrated = useHydrated();
  return (moment) => {
    const date = new Date(moment);
    if (!isHydrated) return longMoment(locale, date);
    return new Intl.DateTimeFormat(localeTags[locale], { dateStyle: 'long', timeStyle: 'short' }).format(
      date,
    );
  };
}
