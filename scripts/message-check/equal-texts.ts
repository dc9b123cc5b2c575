import { locales } from '#i18n/locales.ts';
import type { Dictionaries } from './languages.ts';
import { appliesTo, type ExceptionLanguages, trackExceptions } from './track-exceptions.ts';

/** Messages that are equal in English but may differ in these languages. */
export interface EqualTextException {
  keys: readonly string[];
  languages: ExceptionLanguages;
  because: string;
}

/** Messages with the same English text must have the same translation. */
export function findUnequalTranslations(
  dictionaries: Dictionaries,
  exceptions: readonly EqualTextException[],
): string[] {
  const tracked = trackExceptions(exceptions, ({ keys }) => `for the equal texts of ${keys}`);
  const groups = Object.values(
    Object.groupBy(Object.keys(dictionaries.en), (key) => JSON.stringify(dictionaries.en[key])),
  ).filter((keys = []) => keys.length > 1);
  const errors = groups.flatMap((group = []) =>
    locales.flatMap((locale) => {
      const textOf = (key: string) => JSON.stringify(dictionaries[locale][key]);
      const isUnequal = (keys: readonly string[]) => new Set(keys.map(textOf)).size > 1;
      if (!isUnequal(group)) return [];
      const applying = tracked.findAll(
        ({ keys, languages }) => appliesTo(languages, locale) && keys.some((key) => group.includes(key)),
      );
      const others = group.filter((key) => !applying.some(({ keys }) => keys.includes(key)));
      if (!isUnequal(others)) return [];
      const texts = others.map((key) => `'${key}' ${textOf(key)}`);
      return [`${locale}.json: the same in English, but translated differently: ${texts.join(', ')}`];
    }),
  );
  return [...errors, ...tracked.listUnused()];
}
