import { type Locale, localeTags } from '#i18n/locales.ts';

/** A word of a text: as written, in lower case, and without the marks that people leave out when they type. */
export interface Word {
  plain: string;
  folded: string;
}

/** Longer words count by their beginning; the index refuses entries above 2 KB. */
const wordLengthMax = 64;
const segmenters = new Map<Locale, Intl.Segmenter>();
/** Ligatures and letters that Unicode does not take apart. */
const plainLetters: Record<string, string> = { đ: 'd', ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', ı: 'i' };

/** What both database engines and both sides of a search can hold: no NUL, no half characters, composed. */
export function storable(text: string): string {
  const composed = text.toWellFormed().replaceAll('\0', '').normalize('NFC');
  // Unicode leaves Thai sara am in its two parts, though everybody types it as one.
  return composed.replace(/\u0e4d([\u0e48-\u0e4b]?)\u0e32/g, '$1\u0e33');
}

/** For the search of a part of a text: equal for all ways of writing the same letters in upper and lower case. */
export function caseless(text: string): string {
  return storable(storable(text).toLowerCase().replaceAll('ς', 'σ'));
}

/** Words in the order of the text; in Chinese and Thai as the dictionary divides them. */
export function* wordsOf(locale: Locale, text: string): Generator<Word> {
  for (const { segment, isWordLike } of segmenterOf(locale).segment(text)) {
    if (!isWordLike) continue;
    const parts = caseless(segment.normalize('NFKC'))
      .split(/[^\p{L}\p{N}\p{M}]+/u)
      .filter((part) => part !== '');
    for (const part of parts) {
      // The article of l'image and the end of it's are no words to search for.
      if (parts.length > 1 && part.length < 2 && !/\p{N}/u.test(part)) continue;
      const plain = characters(part).slice(0, wordLengthMax).join('');
      yield { plain, folded: fold(plain) };
    }
  }
}

function segmenterOf(locale: Locale): Intl.Segmenter {
  const known = segmenters.get(locale);
  if (known) return known;
  const made = new Intl.Segmenter(localeTags[locale], { granularity: 'word' });
  segmenters.set(locale, made);
  return made;
}

/** Marks of Latin, Greek and Cyrillic letters go; those of Thai are vowels and tones, and stay. */
function fold(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[đßøłæœı]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');
}

/** By code point. */
export function characters(text: string): string[] {
  return Array.from(text);
}
