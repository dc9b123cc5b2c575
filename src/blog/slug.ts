import { type Locale, localeTags } from '#i18n/locales.ts';
import { normalizeUnicode } from './search/segment-text.ts';

interface Size {
  characters: number;
  /** Percent-encoded. */
  bytes: number;
}
/** Derived slugs stay readable; entered ones may be as long as the contract allows. */
const derivedMax: Size = { characters: 80, bytes: 240 };
const customMax: Size = { characters: 200, bytes: Number.POSITIVE_INFINITY };
const reservedSlugs = new Set([
  'page',
  'feed',
  'rss',
  'atom',
  'json',
  'category',
  'tag',
  'search',
  'preview',
  'new',
  'admin',
  'api',
]);
const germanLetters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };
const plainLetters: Record<string, string> = {
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The editor's rule while the user types: drops everything except `a-z`, digits, spaces and hyphens. */
export function asciiSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-');
}

export function unicodeSlug(locale: Locale, title: string): string {
  const segmenter = new Intl.Segmenter(localeTags[locale], { granularity: 'word' });
  const words = [...segmenter.segment(title.normalize('NFC').toLocaleLowerCase(localeTags[locale]))]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => normalizeSlugPart(foldLatin(locale, segment).replace(/[^\p{L}\p{N}\p{M}]/gu, '')))
    .filter((word) => word !== '');
  return joinWords(words, derivedMax);
}

/** Empty for a title without letters and digits. */
export function slugFromTitle(locale: Locale, title: string): string {
  const derived = joinWords(
    asciiSlug(title)
      .split('-')
      .filter((part) => part !== ''),
    derivedMax,
  );
  const hasOtherScript = /(?!\p{Script=Latin})\p{L}/u.test(title);
  return derived === '' || hasOtherScript ? unicodeSlug(locale, title) : derived;
}

export function normalizeSlug(input: string): string {
  const parts = input
    .trim()
    .replace(/[\s/\\.]+/g, '-')
    .replace(/[^\p{L}\p{N}\p{M}_-]/gu, '')
    .split(/-+/);
  return joinWords(
    parts.map(normalizeSlugPart).filter((part) => part !== ''),
    customMax,
  );
}

export function numberedSlug(slug: string, number: number): string {
  if (number === 1) return slug;
  const suffix = `-${number}`;
  const limit = {
    characters: derivedMax.characters - suffix.length,
    bytes: derivedMax.bytes - suffix.length,
  };
  return joinWords(slug.split('-'), limit) + suffix;
}

export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug);
}

function joinWords(words: readonly string[], limit: Size): string {
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`;
    if (!fits(longer, limit)) return slug === '' ? truncate(word, limit) : slug;
    slug = longer;
  }
  return slug;
}

function truncate(word: string, limit: Size): string {
  let truncated = '';
  for (const { segment } of graphemes.segment(word)) {
    if (!fits(truncated + segment, limit)) break;
    truncated += segment;
  }
  return truncated;
}

function fits(slug: string, { characters, bytes }: Size): boolean {
  return slug.length <= characters && encodeURIComponent(slug).length <= bytes;
}

function normalizeSlugPart(word: string): string {
  return normalizeUnicode(normalizeUnicode(word).toLowerCase());
}

/** Keeps the marks of other scripts, which are vowels and tones. */
function foldLatin(locale: Locale, word: string): string {
  const german = locale === 'de' ? word.replace(/[äöü]/g, (letter) => germanLetters[letter] ?? letter) : word;
  return german
    .replace(/\p{Script=Latin}\p{M}*/gu, (letter) => letter.normalize('NFKD').replace(/\p{M}/gu, ''))
    .replace(/[ßđðþøłæœı]/g, (letter) => plainLetters[letter] ?? letter);
}
