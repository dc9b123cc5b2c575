import { type Locale, localeTags } from './locales.ts';

/** Creating an `Intl` object takes up to a millisecond. */
export function cacheByLocale<T>(create: (tag: string) => T): (locale: Locale) => T {
  const formats = new Map<Locale, T>();
  return (locale) => {
    const format = formats.get(locale) ?? create(localeTags[locale]);
    formats.set(locale, format);
    return format;
  };
}

export const getWordSegmenter = cacheByLocale((tag) => new Intl.Segmenter(tag, { granularity: 'word' }));

/** CLDR lacks the ordinal that these languages use for the first day of a month. */
const firstDays: Partial<Record<Locale, string>> = { fr: '1er', it: '1º', pt: '1º' };

/** `Intl`'s text as writers of the language expect it within a sentence. */
export function formatDateIn(locale: Locale, format: Intl.DateTimeFormat, date: Date): string {
  const parts = format.formatToParts(date);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value;
  const text = parts
    .map(({ type, value }) => (type === 'day' && value === '1' ? (firstDays[locale] ?? value) : value))
    .join('')
    // In English, Node has a narrow space before AM and PM, and Chromium another one.
    .replaceAll('\u202f', ' ');
  // CLDR puts the zone before the time.
  return locale === 'zh' && zone ? `${text.replace(`${zone} `, '')} ${zone}` : text;
}

const getListFormat = cacheByLocale((tag) => new Intl.ListFormat(tag, { style: 'narrow' }));

/** For example `German, Thai`, or `德语、泰语`. */
export function formatList(locale: Locale, items: Iterable<string>): string {
  return getListFormat(locale).format(items);
}
