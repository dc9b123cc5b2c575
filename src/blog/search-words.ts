import { type Locale, localeTags } from '#i18n/locales.ts';

/** `plain` is in lower case; `folded` also lacks the diacritics that people omit when they type. */
export interface SearchTerm {
  plain: string;
  folded: string;
}

/** Longer words are truncated: the index rejects entries above 2 KB. */
const wordLengthMax = 64;
const segmenters = new Map<Locale, Intl.Segmenter>();
/** Letters and ligatures that Unicode does not decompose. */
const plainLetters: Record<string, string> = { đ: 'd', ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', ı: 'i' };

/** NFC without NUL and lone surrogates, which the databases reject. */
export function normalizeUnicode(text: string): string {
  const composed = text.toWellFormed().replaceAll('\0', '').normalize('NFC');
  // NFC leaves Thai sara am decomposed, though everyone types it as one character.
  return composed.replace(/\u0e4d([\u0e48-\u0e4b]?)\u0e32/g, '$1\u0e33');
}

export function foldCase(text: string): string {
  return normalizeUnicode(normalizeUnicode(text).toLowerCase().replaceAll('ς', 'σ'));
}

/** In the order of the text; Chinese and Thai are segmented by dictionary. */
export function* segmentWords(locale: Locale, text: string): Generator<SearchTerm> {
  for (const { segment, isWordLike } of getSegmenter(locale).segment(text)) {
    if (!isWordLike) continue;
    const parts = foldCase(segment.normalize('NFKC'))
      .split(/[^\p{L}\p{N}\p{M}]+/u)
      .filter((part) => part !== '');
    for (const part of parts) {
      // Skip elided articles and endings, such as the l of l'image and the s of it's.
      if (parts.length > 1 && part.length < 2 && !/\p{N}/u.test(part)) continue;
      const plain = codePoints(part).slice(0, wordLengthMax).join('');
      yield { plain, folded: fold(plain) };
    }
  }
}

function getSegmenter(locale: Locale): Intl.Segmenter {
  const cached = segmenters.get(locale);
  if (cached) return cached;
  const segmenter = new Intl.Segmenter(localeTags[locale], { granularity: 'word' });
  segmenters.set(locale, segmenter);
  return segmenter;
}

/** Strips Latin, Greek and Cyrillic diacritics; Thai marks are vowels and tones and stay. */
function fold(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[đßøłæœı]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');
}

export function codePoints(text: string): string[] {
  return Array.from(text);
}
