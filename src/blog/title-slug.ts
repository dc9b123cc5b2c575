import type { Locale } from '#i18n/locales.ts';

export const germanLetters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** How a language writes its own letters where marks are not available. */
const customSpellings: Partial<Record<Locale, Record<string, string>>> = { de: germanLetters };

/** Letters and ligatures that Unicode does not decompose. */
export const plainLetters: Record<string, string> = {
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'ng',
};

/** In lower case. Keeps the marks of other scripts, which are vowels and tones. */
export function foldLatin(locale: Locale, text: string): string {
  const spellings = customSpellings[locale] ?? {};
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\p{Script=Latin}\p{M}*/gu, (letter) => {
      const plain = spellings[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '');
      return plainLetters[plain] ?? plain;
    });
}

/** Without letters of other scripts, which only the server can split into words. */
export function latinSlug(locale: Locale, title: string): string {
  return foldLatin(locale, title)
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-');
}

export function hasOtherScript(title: string): boolean {
  return /(?!\p{Script=Latin})\p{L}/u.test(title);
}

export interface SlugSize {
  characters: number;
  /** Percent-encoded. */
  bytes: number;
}
/** Slugs from titles stay readable. */
export const derivedMax: SlugSize = { characters: 80, bytes: 240 };

/** The same while the user types and on the server. Empty for a title without Latin letters and digits. */
export function latinTitleSlug(locale: Locale, title: string): string {
  const words = latinSlug(locale, title).split('-');
  return joinWords(
    words.filter((word) => word !== ''),
    derivedMax,
  );
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** As many words as fit. */
export function joinWords(words: readonly string[], limit: SlugSize): string {
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`;
    if (!fits(longer, limit)) return slug === '' ? truncate(word, limit) : slug;
    slug = longer;
  }
  return slug;
}

function truncate(word: string, limit: SlugSize): string {
  let truncated = '';
  for (const { segment } of graphemes.segment(word)) {
    if (!fits(truncated + segment, limit)) break;
    truncated += segment;
  }
  return truncated;
}

function fits(slug: string, { characters, bytes }: SlugSize): boolean {
  return slug.length <= characters && encodeURIComponent(slug).length <= bytes;
}
