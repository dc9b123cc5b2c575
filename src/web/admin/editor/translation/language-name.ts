import { type Locale, localeTags } from '#i18n/locales.ts';

/** A language as another one calls it: "Spanisch" for a reader of German. */
export function languageName(language: Locale, reader: Locale): string {
  const names = new Intl.DisplayNames(localeTags[reader], { type: 'language' });
  return names.of(language) ?? language;
}
