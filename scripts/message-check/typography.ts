import { type Locale, locales } from '#i18n/locales.ts';
import type { Message } from '#i18n/translator.ts';
import { type Dictionaries, listForms } from './languages.ts';
import { appliesTo, type ExceptionLanguages, trackExceptions } from './track-exceptions.ts';

/** Texts in which a character is right although the rule forbids it. */
export interface TypographyException {
  rule: string;
  keys: readonly string[];
  languages: ExceptionLanguages;
  because: string;
}

/** Returns sample values for the slots of a message. */
export type SampleValues = (
  locale: Locale,
  key: string,
  message: Message,
) => readonly Readonly<Record<string, string>>[];

interface TypographyRule {
  name: string;
  languages: readonly Locale[];
  isBroken(text: string): boolean;
}

const han = '\\p{Script=Han}';

const rules: readonly TypographyRule[] = [
  forbid('straight quotes or apostrophes', locales, /["']/),
  forbid('a hyphen as a dash', locales, /(^| )-( |$)/),
  forbid('three dots in place of “…”', locales, /(?<!\/)\.{3}/),
  forbid('a space before the mark', without('fr', 'de'), /[\s\u00a0\u202f][,.;:!?](?!\w)/),
  forbid('quotation marks of another language', without('fr', 'de'), /[«»„‟‹›]/),
  forbid('quotation marks of another language', ['fr'], /[“”„‟‹›]/),
  forbid('quotation marks of another language', ['de'], /[«»”‟‹›]/),
  pair('“', '”', without('fr', 'de')),
  pair('«', '»', ['fr']),
  pair('„', '“', ['de']),
  pair('¿', '?', ['es']),
  pair('¡', '!', ['es']),
  pair('（', '）', ['zh']),
  forbid(
    'no narrow no-break space (U+202F) at ; : ! ? « »',
    ['fr'],
    /(^|[^\u202f])([;!?»]|:(?=\s|$))|«(?!\u202f)/,
  ),
  forbid('no no-break space before “…”', ['de'], /[^\u00a0\u202f]…/),
  forbid(
    'half-width punctuation',
    ['zh'],
    new RegExp(`${han}([,;:!?()]|\\.(?!\\.))|[,;:!?()]\\s*${han}|[,;:!?](\\s|$)`, 'u'),
  ),
  forbid(
    'no space between Chinese and Latin letters or digits',
    ['zh'],
    new RegExp(`${han}[A-Za-z\\d]|[A-Za-z\\d%]${han}`, 'u'),
  ),
  forbid(
    'a space between Chinese characters or at Chinese punctuation',
    ['zh'],
    new RegExp(`${han} +${han}|[，。：；！？、（）”] (?!\\|)| [，。：；！？、（）“]`, 'u'),
  ),
  forbid('a full stop', ['th'], /[^.A-Za-z]\.(?=$|\s)|[^.]\.$/),
  forbid('no space before ๆ', ['th'], /[^ ]ๆ/),
];

export const typographyRules = new Set(rules.map(({ name }) => name));

function forbid(name: string, languages: readonly Locale[], pattern: RegExp): TypographyRule {
  return { name, languages, isBroken: (text) => pattern.test(text) };
}

function pair(open: string, close: string, languages: readonly Locale[]): TypographyRule {
  const count = (text: string, mark: string) => text.split(mark).length;
  return {
    name: `${open} without ${close}`,
    languages,
    isBroken: (text) => count(text, open) !== count(text, close),
  };
}

function without(...excluded: Locale[]): Locale[] {
  return locales.filter((locale) => !excluded.includes(locale));
}

export function findTypographyErrors(
  dictionaries: Dictionaries,
  sampleValues: SampleValues,
  exceptions: readonly TypographyException[],
): string[] {
  const tracked = trackExceptions(exceptions, ({ rule, keys }) => `for ${rule} in ${keys}`);
  const errors = locales.flatMap((locale) =>
    Object.entries(dictionaries[locale]).flatMap(([key, message]) => {
      const samples = sampleValues(locale, key, message);
      const texts = listForms(message).flatMap((form) => samples.map((values) => fillEdges(form, values)));
      const isAllowed = (name: string) =>
        tracked.find(
          ({ rule, keys, languages }) => rule === name && keys.includes(key) && appliesTo(languages, locale),
        );
      return rules
        .filter(({ languages, isBroken }) => languages.includes(locale) && texts.some(isBroken))
        .filter(({ name }) => !isAllowed(name))
        .map(({ name }) => `${locale}.json: '${key}' has ${name}: ${listForms(message).join(' / ')}`);
    }),
  );
  return [...errors, ...tracked.listUnused()];
}

/** Fills a slot with only the first and the last character of its value, because only these touch the message. */
function fillEdges(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const characters = [...(values[name] ?? '')];
    const toEdge = (character = '') => (/[\p{L}\p{M}\p{N}]/u.test(character) ? character : '\u0001');
    return `${toEdge(characters[0])}\u0001${toEdge(characters.at(-1))}`;
  });
}
