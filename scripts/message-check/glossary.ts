import { type Locale, locales } from '#i18n/locales.ts';
import { type Dictionaries, type Dictionary, listForms } from './languages.ts';
import { trackExceptions } from './track-exceptions.ts';

/** One concept of the product, from `src/i18n/glossary.json`. */
export interface GlossaryEntry {
  concept: string;
  /** A pattern: the keys in which the words mean this concept. Without it, all keys. */
  keys?: string;
  terms: Partial<Record<Locale, GlossaryTerm>>;
}

interface GlossaryTerm {
  use: string;
  /** Words not to use. `*` stands for more letters, and `/…/` is a regular expression. */
  not?: readonly string[];
}

/** A word that is right in this message. `word` is spelled as in the glossary. */
export interface GlossaryException {
  word: string;
  languages: readonly Locale[];
  keys: readonly string[];
  because: string;
}

/** In these languages, words are not separated by spaces. */
const unspaced: readonly Locale[] = ['zh', 'th'];

export function findGlossaryErrors(
  dictionaries: Dictionaries,
  glossary: readonly GlossaryEntry[],
  exceptions: readonly GlossaryException[],
): string[] {
  const tracked = trackExceptions(exceptions, ({ word, keys }) => `for “${word}” in ${keys}`);
  const texts = new Map(locales.map((locale) => [locale, listTexts(dictionaries[locale])]));
  const errors = glossary.flatMap(({ concept, keys, terms }) =>
    locales.flatMap((locale) => {
      const term = terms[locale];
      const scope = keys === undefined ? null : new RegExp(keys);
      return (term?.not ?? []).flatMap((word) => {
        const pattern = toPattern(word, locale);
        return (texts.get(locale) ?? []).flatMap(({ key, forms }) => {
          if (scope?.test(key) === false) return [];
          const found = forms.map((form) => pattern.exec(form)?.[0].trim()).find(Boolean);
          if (found === undefined) return [];
          const exception = tracked.find(
            (item) => item.word === word && item.languages.includes(locale) && item.keys.includes(key),
          );
          if (exception) return [];
          return [`${locale}.json: '${key}' says “${found}”; use “${term?.use}” (${concept})`];
        });
      });
    }),
  );
  return [...errors, ...tracked.listUnused()];
}

function toPattern(word: string, locale: Locale): RegExp {
  const regex = /^\/(.*)\/$/.exec(word)?.[1];
  if (regex !== undefined) return new RegExp(regex, 'iu');
  const escaped = word.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace('*', '[\\p{L}\\p{M}]*');
  if (unspaced.includes(locale)) return new RegExp(escaped, 'iu');
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${escaped}(?![\\p{L}\\p{M}\\p{N}])`, 'iu');
}

function listTexts(dictionary: Dictionary): { key: string; forms: string[] }[] {
  return Object.entries(dictionary).map(([key, message]) => ({
    key,
    forms: listForms(message).map((form) => form.replace(/\{\w+\}/g, '{}')),
  }));
}
