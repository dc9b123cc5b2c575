import { type Locale, localeTags } from '#i18n/locales.ts';

/** `plain` is in lower case; `folded` also lacks the diacritics that users omit when typing. */
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

export function* segmentWords(locale: Locale, text: string): Generator<SearchTerm> {
  for (const { segment, isWordLike } of getSegmenter(locale).segment(text)) {
    if (!isWordLike) continue;
    const parts = foldCase(segment.normalize('NFKC'))
      .split(/[^\p{L}\p{N}\p{M}]+/u)
      .filter((part) => part !== '');
    for (const part of parts) {
      // Skip elided articles and endings, such as the l of l'image and the s of it's.
      if (parts.length > 1 && part.length < 2 && !/\p{N}/u.test(part)) continue;
      const plain = splitCodePoints(part).slice(0, wordLengthMax).join('');
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

export function splitCodePoints(text: string): string[] {
  return Array.from(text);
}

/** Segmenters split a word differently by context (也不|用, 不用): scripts without spaces also get n-grams. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+|\p{sc=Thai}+/gu;

function gramLength(run: string): number {
  return /^\p{sc=Thai}/u.test(run) ? 3 : 2;
}

export function splitByScript(text: string): { text: string; isUnspaced: boolean }[] {
  const pieces: { text: string; isUnspaced: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(unspaced)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), isUnspaced: false });
    pieces.push({ text: match[0], isUnspaced: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isUnspaced: false });
  return pieces;
}

/** The last n-grams of a run are shorter, so that a prefix query finds each of its characters. */
export function* generateNgrams(text: string): Generator<string> {
  for (const [run] of text.matchAll(unspaced)) {
    const chars = splitCodePoints(run);
    const length = gramLength(run);
    for (let index = 0; index < chars.length; index += 1) yield chars.slice(index, index + length).join('');
  }
}

export function toQueryNgrams(run: string): { grams: string[]; isBeginning: boolean } {
  const chars = splitCodePoints(run);
  const length = gramLength(run);
  if (chars.length < length) return { grams: [run], isBeginning: true };
  const grams = chars
    .slice(0, chars.length - length + 1)
    .map((_, index) => chars.slice(index, index + length).join(''));
  return { grams: [...new Set(grams)], isBeginning: false };
}
