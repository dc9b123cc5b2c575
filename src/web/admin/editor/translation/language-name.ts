import { type Locale, localeTags } from '#i18n/locales.ts';

/** A language as another one calls it in the middle of a sentence: "Spanisch" for a reader of German. */
export function languageName(language: Locale, reader: Locale): string {
  const names = new Intl.DisplayNames(localeTags[reader], { type: 'language' });
  const name = names.of(language) ?? language;
  // As for a list: Vietnamese writes its word for "language" small, as it does all but names.
  return reader === 'vi' ? name.replace(/^Tiếng /, 'tiếng ') : name;
}
