import { type Locale, localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../translation.tsx';

const formats = new Map<Locale, Intl.DateTimeFormat>();

/** The day in words, as the language writes it. In UTC, so that the server and every browser say the same. */
export function longDate(locale: Locale, moment: string): string {
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.DateTimeFormat(localeTags[locale], { dateStyle: 'long', timeZone: 'UTC' });
    formats.set(locale, format);
  }
  return format.format(new Date(moment));
}

/** When a post appeared: its publishing, or else its making. Browsers of another age may write the words otherwise. */
export function PostDate({ post }: { post: { published_at: string | null; created_at: string } }) {
  const t = useTranslator();
  const moment = post.published_at ?? post.created_at;
  return (
    <time dateTime={moment} suppressHydrationWarning>
      {longDate(t.locale, moment)}
    </time>
  );
}
