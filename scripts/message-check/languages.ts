import { type Locale, locales, localeTags } from '#i18n/locales.ts';
import type { Message } from '#i18n/translator.ts';
import { appliesTo, type ExceptionLanguages, trackExceptions } from './track-exceptions.ts';

export type Dictionary = Readonly<Record<string, Message>>;
export type Dictionaries = Readonly<Record<Locale, Dictionary>>;

/** Messages that may equal the English text in all or some languages, each with a reason. */
export type Exceptions = Readonly<Record<string, { in: ExceptionLanguages; because: string }>>;

/** In these languages, a text without their own script is untranslated. */
const nativeScripts: Partial<Record<Locale, RegExp>> = { zh: /\p{Script=Han}/u, th: /\p{Script=Thai}/u };

export function findLanguageErrors(dictionaries: Dictionaries, exceptions: Exceptions): string[] {
  const tracked = trackExceptions(Object.entries(exceptions), ([key]) => `of '${key}'`);
  const errors = locales.flatMap((locale) =>
    findErrorsIn(
      locale,
      dictionaries[locale],
      dictionaries.en,
      (key) =>
        tracked.find(([name, exception]) => name === key && appliesTo(exception.in, locale)) !== undefined,
    ),
  );
  return [...errors, ...tracked.listUnused()];
}

function findErrorsIn(
  locale: Locale,
  dictionary: Dictionary,
  english: Dictionary,
  mayBeEnglish: (key: string) => boolean,
): string[] {
  const file = `${locale}.json`;
  const errors = Object.keys(dictionary)
    .filter((key) => english[key] === undefined)
    .map((key) => `${file}: '${key}' is not in en.json`);
  for (const [key, original] of Object.entries(english)) {
    const message = dictionary[key];
    if (message === undefined) {
      errors.push(`${file}: '${key}' is missing`);
      continue;
    }
    if (typeof message !== 'string') errors.push(...findPluralErrors(file, key, locale, message));
    if (
      listForms(message).some((form) => !hasSlots(form, listSlots(original), typeof message !== 'string'))
    ) {
      errors.push(`${file}: '${key}' must have the slots [${listSlots(original).join(', ')}]`);
    }
    if (locale === 'en') continue;
    const untranslated = listForms(message).some(
      (form) => isSentence(form) && (listForms(original).includes(form) || lacksNativeScript(locale, form)),
    );
    if (untranslated && !mayBeEnglish(key)) errors.push(`${file}: '${key}' is still English`);
  }
  return errors;
}

/** A plural form may omit the count. */
function hasSlots(form: string, slots: string[], isPlural: boolean): boolean {
  const formSlots = new Set(findSlots(form));
  if ([...formSlots].some((slot) => !slots.includes(slot))) return false;
  return slots.every((slot) => formSlots.has(slot) || (isPlural && slot === 'count'));
}

/** In Spanish, Portuguese, French and Italian, `many` is for whole millions. Without it, `other` is used. */
function findPluralErrors(
  file: string,
  key: string,
  locale: Locale,
  message: Partial<Record<string, string>>,
): string[] {
  const categories: string[] = new Intl.PluralRules(localeTags[locale]).resolvedOptions().pluralCategories;
  const required = categories.filter((category) => category !== 'many');
  const forms = Object.keys(message);
  const isComplete =
    required.every((category) => forms.includes(category)) &&
    forms.every((category) => categories.includes(category));
  if (!isComplete) return [`${file}: '${key}' must have the plural forms ${required.join(', ')}`];
  return message.many !== undefined && message.many === message.other
    ? [`${file}: '${key}' has a plural form 'many' that is the same as 'other'`]
    : [];
}

function isSentence(text: string): boolean {
  return (text.replace(/\{\w+\}/g, ' ').match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []).length >= 2;
}

function lacksNativeScript(locale: Locale, text: string): boolean {
  return nativeScripts[locale]?.test(text) === false;
}

export function listForms(message: Message): string[] {
  return typeof message === 'string' ? [message] : Object.values(message);
}

/** In alphabetical order. A message with plural forms always requires the count. */
export function listSlots(message: Message): string[] {
  const slots = listForms(message).flatMap(findSlots);
  return [...new Set(typeof message === 'string' ? slots : [...slots, 'count'])].sort();
}

/** Without `{site}`, which the translator fills itself. */
function findSlots(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => name !== 'site');
}
