import { type Locale, locales, localeTags } from '#i18n/locales.ts';
import { type Dictionary, formsOf, slotsIn, slotsOf } from './messages.ts';

/** Texts of two words or more that are right in English everywhere, or in the languages named, each with its reason. */
export type Exceptions = Readonly<Record<string, { in: readonly Locale[] | 'all'; because: string }>>;

/** Scripts in which a text of Latin words alone was forgotten by its translator. */
const ownScript: Partial<Record<Locale, RegExp>> = { zh: /\p{Script=Han}/u, th: /\p{Script=Thai}/u };

/** What a language's messages lack or have too much of, against English. */
export function findLanguageFaults(
  dictionaries: Readonly<Record<Locale, Dictionary>>,
  exceptions: Exceptions,
): string[] {
  const idle = new Set(Object.keys(exceptions));
  const faults = locales.flatMap((locale) =>
    faultsIn(locale, dictionaries[locale], dictionaries.en, (key) => {
      const exception = exceptions[key];
      if (!exception || (exception.in !== 'all' && !exception.in.includes(locale))) return false;
      idle.delete(key);
      return true;
    }),
  );
  return [...faults, ...[...idle].map((key) => `the exception of '${key}' is no longer needed`)];
}

function faultsIn(
  locale: Locale,
  own: Dictionary,
  english: Dictionary,
  mayBeEnglish: (key: string) => boolean,
): string[] {
  const file = `${locale}.json`;
  const faults = Object.keys(own)
    .filter((key) => english[key] === undefined)
    .map((key) => `${file}: '${key}' is in no other language`);
  for (const [key, original] of Object.entries(english)) {
    const message = own[key];
    if (message === undefined) {
      faults.push(`${file}: '${key}' is missing`);
      continue;
    }
    if (typeof message !== 'string') faults.push(...pluralFaults(file, key, locale, message));
    if (formsOf(message).some((form) => !hasSlots(form, slotsOf(original), typeof message !== 'string'))) {
      faults.push(`${file}: '${key}' must have the slots [${slotsOf(original).join(', ')}]`);
    }
    if (locale === 'en') continue;
    const untranslated = formsOf(message).some(
      (form) => isSentence(form) && (formsOf(original).includes(form) || lacksOwnScript(locale, form)),
    );
    if (untranslated && !mayBeEnglish(key)) faults.push(`${file}: '${key}' is still English`);
  }
  return faults;
}

/** A form for one thing only may say it without the figure. */
function hasSlots(form: string, slots: string[], isPlural: boolean): boolean {
  const given = new Set(slotsIn(form));
  if ([...given].some((slot) => !slots.includes(slot))) return false;
  return slots.every((slot) => given.has(slot) || (isPlural && slot === 'count'));
}

function pluralFaults(
  file: string,
  key: string,
  locale: Locale,
  message: Partial<Record<string, string>>,
): string[] {
  const wanted = new Intl.PluralRules(localeTags[locale]).resolvedOptions().pluralCategories;
  const isComplete = Object.keys(message).sort().join() === [...wanted].sort().join();
  return isComplete ? [] : [`${file}: '${key}' must have the plural forms ${wanted.join(', ')}`];
}

function isSentence(text: string): boolean {
  return (text.replace(/\{\w+\}/g, ' ').match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []).length >= 2;
}

function lacksOwnScript(locale: Locale, text: string): boolean {
  return ownScript[locale]?.test(text) === false;
}
