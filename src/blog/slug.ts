import { type Locale, localeTags } from '#i18n/locales.ts';
import { storable } from './search-words.ts';

interface Size {
  characters: number;
  /** As an address has it. */
  bytes: number;
}
/** A title's slug stays readable; one that was given may be as long as the contract lets it. */
const derivedMax: Size = { characters: 80, bytes: 240 };
const givenMax: Size = { characters: 200, bytes: Number.POSITIVE_INFINITY };
/** Addresses of the blog itself. */
const reservedSlugs = new Set([
  ...['page', 'feed', 'rss', 'atom', 'json', 'category', 'tag', 'search', 'preview', 'new', 'admin', 'api'],
]);
const germanLetters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };
const plainLetters: Record<string, string> = {
  ...{ ß: 'ss', đ: 'd', ð: 'd', þ: 'th', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', ı: 'i' },
};
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** As the editor does it while someone types: everything but `a-z`, digits, spaces and hyphens is dropped. */
export function deriveSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-');
}

/** The words of a title in its own script, Latin letters without their marks; may be empty. */
export function nativeSlug(locale: Locale, title: string): string {
  const segmenter = new Intl.Segmenter(localeTags[locale], { granularity: 'word' });
  const words = [...segmenter.segment(title.normalize('NFC').toLocaleLowerCase(localeTags[locale]))]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => settled(foldLatin(locale, segment).replace(/[^\p{L}\p{N}\p{M}]/gu, '')))
    .filter((word) => word !== '');
  return shortened(words, derivedMax);
}

/**
 * A post's slug where none was given: by the editor's rule, or from the words in their own script where the rule would
 * drop words of another one. Empty where a title has neither letters nor digits.
 */
export function slugFromTitle(locale: Locale, title: string): string {
  const derived = shortened(
    deriveSlug(title)
      .split('-')
      .filter((part) => part !== ''),
    derivedMax,
  );
  const hasOtherScript = /(?!\p{Script=Latin})\p{L}/u.test(title);
  return derived === '' || hasOtherScript ? nativeSlug(locale, title) : derived;
}

/** A slug that a person gave, as it can stand in an address: no slash, space or sign but `-` and `_`. May be empty. */
export function normaliseSlug(given: string): string {
  const parts = given
    .trim()
    .replace(/[\s/\\.]+/g, '-')
    .replace(/[^\p{L}\p{N}\p{M}_-]/gu, '')
    .split(/-+/);
  return shortened(
    parts.map(settled).filter((part) => part !== ''),
    givenMax,
  );
}

/** The same slug for another post: `a-title-2`, no longer than one made from a title. */
export function numberedSlug(slug: string, number: number): string {
  if (number === 1) return slug;
  const end = `-${number}`;
  const most = { characters: derivedMax.characters - end.length, bytes: derivedMax.bytes - end.length };
  return shortened(slug.split('-'), most) + end;
}

/** Never a post's, however it came about. */
export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug);
}

/** Whole words as long as they fit; a first word that is too long by itself is cut. */
function shortened(words: readonly string[], most: Size): string {
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`;
    if (!fits(longer, most)) return slug === '' ? cut(word, most) : slug;
    slug = longer;
  }
  return slug;
}

function cut(word: string, most: Size): string {
  let kept = '';
  for (const { segment } of graphemes.segment(word)) {
    if (!fits(kept + segment, most)) break;
    kept += segment;
  }
  return kept;
}

function fits(slug: string, { characters, bytes }: Size): boolean {
  return slug.length <= characters && encodeURIComponent(slug).length <= bytes;
}

/** The one way to write it: as a post is looked for by its address. */
function settled(word: string): string {
  return storable(storable(word).toLowerCase());
}

/** Marks of other scripts are vowels and tones, and stay. */
function foldLatin(locale: Locale, word: string): string {
  const german = locale === 'de' ? word.replace(/[äöü]/g, (letter) => germanLetters[letter] ?? letter) : word;
  return german
    .replace(/\p{Script=Latin}\p{M}*/gu, (letter) => letter.normalize('NFKD').replace(/\p{M}/gu, ''))
    .replace(/[ßđðþøłæœı]/g, (letter) => plainLetters[letter] ?? letter);
}
