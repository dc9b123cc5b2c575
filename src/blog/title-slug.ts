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
