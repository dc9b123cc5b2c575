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

/** In lower case, with wide, raised and circled digits as plain ones. Keeps the marks of other scripts. */
export function foldLatin(locale: Locale, text: string): string {
  const spellings = customSpellings[locale] ?? {};
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\p{Script=Latin}\p{M}*/gu, (letter) => {
      const plain = spellings[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '');
      return plainLetters[plain] ?? plain;
    })
    .replace(/[\p{Nd}\p{No}]/gu, (digit) => {
      const plain = digit.normalize('NFKD');
      return /^[0-9]+$/.test(plain) ? plain : digit;
    });
}

/** Without letters of other scripts, which only the server can split into words. */
export function latinTitleSlug(locale: Locale, title: string): string {
  const words = foldLatin(locale, title)
    .replace(/[^a-z0-9\s-]/g, '')
    .split(/[\s-]+/);
  return joinSlugWords(
    words.filter((word) => word !== ''),
    derivedSlugSize,
  );
}

export function hasOtherScript(title: string): boolean {
  return /(?!\p{Script=Latin})\p{L}/u.test(title);
}

export interface SlugSize {
  characters: number;
  /** Percent-encoded. */
  bytes: number;
}
/** Derived slugs stay readable. */
export const derivedSlugSize: SlugSize = { characters: 80, bytes: 240 };
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function joinSlugWords(words: readonly string[], limit: SlugSize): string {
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
