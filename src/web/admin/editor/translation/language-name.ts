import { type Locale, localeTags } from '#i18n/locales.ts';

/** Language name for use within a sentence of the reader's language: "Spanisch" for a reader of German. */
export function languageNameInSentence(language: Locale, reader: Locale): string {
  const names = new Intl.DisplayNames(localeTags[reader], { type: 'language' });
  const name = names.of(language) ?? language;
  // `Intl` returns the form for lists; within a sentence, Vietnamese writes "tiếng" in lower case.
  return reader === 'vi' ? name.replace(/^Tiếng /, 'tiếng ') : name;
}
