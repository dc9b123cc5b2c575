import { LRUCache } from 'lru-cache';
import { getWordSegmenter } from '#i18n/formats.ts';
import type { Locale } from '#i18n/locales.ts';
import { germanLetters, plainLetters } from './title-slug.ts';

/** `plain` is in lower case; `folded` also lacks the diacritics that users omit when typing. */
interface SearchTerm {
  plain: string;
  folded: string;
}

/** Longer words are truncated: the index rejects entries above 2 KB. */
const wordLengthMax = 64;
/** NFC without NUL and lone surrogates, which the databases reject. */
export function normalizeUnicode(text: string): string {
  const composed = text.toWellFormed().replaceAll('\0', '').normalize('NFC');
  // NFC leaves Thai sara am decomposed, though everyone types it as one character.
  return composed.replace(/\u0e4d([\u0e48-\u0e4b]?)\u0e32/g, '$1\u0e33');
}

function foldCase(text: string): string {
  return normalizeUnicode(normalizeUnicode(text).toLowerCase().replaceAll('ς', 'σ'));
}

function* segmentWords(locale: Locale, text: string): Generator<SearchTerm> {
  for (const { segment, isWordLike } of getWordSegmenter(locale).segment(text)) {
    if (isWordLike) yield* termsBySegment.memo(segment);
  }
}

/** In V8, a longer part of a string keeps the whole string in memory. */
const cachedLengthMax = 12;
/** Words repeat across texts, and normalizing one takes longer than finding it. */
const termsBySegment = new LRUCache<string, SearchTerm[]>({
  max: 20_000,
  maxEntrySize: cachedLengthMax,
  sizeCalculation: (_terms, segment) => segment.length,
  memoMethod: toSearchTerms,
});

function toSearchTerms(segment: string): SearchTerm[] {
  const parts = foldCase(segment.normalize('NFKC'))
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((part) => part !== '');
  return parts.flatMap((part) => {
    // Skip elided articles and endings, such as the l of l'image and the s of it's.
    if (parts.length > 1 && part.length < 2 && !/\p{N}/u.test(part)) return [];
    const plain = splitCodePoints(part).slice(0, wordLengthMax).join('');
    return [{ plain, folded: fold(plain) }];
  });
}

/** Strips Latin, Greek and Cyrillic diacritics; Thai marks are vowels and tones and stay. */
function fold(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/\p{L}/gu, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');
}

function splitCodePoints(text: string): string[] {
  return Array.from(text);
}

/** Segmenters split a word differently by context (也不|用, 不用): scripts without spaces also get n-grams. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+|\p{sc=Thai}+/gu;

function gramLength(run: string): number {
  return /^\p{sc=Thai}/u.test(run) ? 3 : 2;
}

function splitByScript(text: string): { text: string; isUnspaced: boolean }[] {
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
function* generateNgrams(text: string): Generator<string> {
  for (const [run] of text.matchAll(unspaced)) {
    const chars = splitCodePoints(run);
    const length = gramLength(run);
    for (let index = 0; index < chars.length; index += 1) yield chars.slice(index, index + length).join('');
  }
}

function toQueryNgrams(run: string): { grams: string[]; isBeginning: boolean } {
  const chars = splitCodePoints(run);
  const length = gramLength(run);
  if (chars.length < length) return { grams: [run], isBeginning: true };
  const grams = chars
    .slice(0, chars.length - length + 1)
    .map((_, index) => chars.slice(index, index + length).join(''));
  return { grams: [...new Set(grams)], isBeginning: false };
}

/** PostgreSQL weights: A title, B excerpt, C content. */
type LexemeWeight = 'A' | 'B' | 'C';

/** PostgreSQL rejects a tsvector above 1 MB and counts positions up to 16383. Text beyond is not indexed. */
const limits = { characters: 200_000, bytes: 900_000, position: 16_000, positionsPerLexeme: 24 };

/** Ends title and excerpt in `search_text`, so that no search matches across the two. */
const fieldSeparator = '\u001f';
/** Bigrams would match too many texts, and 4-grams would be too many for the index. */
const trigramLength = 3;

/** Lexemes are prefixed with their locale, so that a search reads only one language of the index. */
function createTsvectorBuilder(locale: Locale) {
  const positionsByLexeme = new Map<string, string[]>();
  let bytes = 0;
  let position = 0;

  function addLexeme(lexeme: string, weight?: LexemeWeight): void {
    const existing = positionsByLexeme.get(lexeme);
    const cost = (existing ? 0 : Buffer.byteLength(lexeme) + 4) + (weight ? 2 : 0);
    if (bytes + cost > limits.bytes) return;
    const list = existing ?? [];
    if (!existing) positionsByLexeme.set(lexeme, list);
    const entry = `${Math.max(position, 1)}${weight}`;
    if (weight && list.length < limits.positionsPerLexeme && list.at(-1) !== entry) list.push(entry);
    bytes += cost;
  }

  return {
    addTerms(text: string, weight: LexemeWeight): void {
      const normalizedText = normalizeUnicode(text.slice(0, limits.characters));
      for (const { plain, folded } of segmentWords(locale, normalizedText)) {
        position = Math.min(position + 1, limits.position);
        addLexeme(locale + plain, weight);
        if (folded !== plain) addLexeme(locale + folded, weight);
      }
      for (const gram of generateNgrams(normalizedText)) addLexeme(locale + gram, weight);
    },
    addTrigrams(text: string): void {
      const chars = splitCodePoints(text);
      for (let index = 0; index < chars.length; index += 1) {
        addLexeme(trigramLexeme(locale, chars.slice(index, index + trigramLength).join('')));
      }
    },
    toTsvector: () =>
      [...positionsByLexeme]
        .map(([lexeme, list]) => quoteLexeme(lexeme) + (list.length > 0 ? `:${list.join()}` : ''))
        .join(' '),
  };
}

/** Terms contain no tilde, so trigrams can't collide with them. */
function trigramLexeme(locale: Locale, part: string): string {
  return `${locale}~${part}`;
}

function buildSubstringTsquery(locale: Locale, part: string): string {
  const chars = splitCodePoints(part);
  if (chars.length < trigramLength) return `${quoteLexeme(trigramLexeme(locale, part))}:*`;
  const trigrams = chars
    .slice(trigramLength - 1)
    .map((_, index) => chars.slice(index, index + trigramLength).join(''));
  return [...new Set(trigrams)].map((trigram) => quoteLexeme(trigramLexeme(locale, trigram))).join(' & ');
}

function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

export interface SearchableText {
  title: string;
  excerpt: string;
  text: string;
}

interface SearchColumns {
  search_text: string;
  search: string;
}

export function buildSearchColumns(locale: Locale, { title, excerpt, text }: SearchableText): SearchColumns {
  const searchText = [title, excerpt]
    .map((part) => foldCase(part).replaceAll(fieldSeparator, '') + fieldSeparator)
    .join('');
  const lexemes = createTsvectorBuilder(locale);
  lexemes.addTerms(title, 'A');
  lexemes.addTerms(excerpt, 'B');
  lexemes.addTrigrams(searchText);
  lexemes.addTerms(text, 'C');
  return { search_text: searchText, search: lexemes.toTsvector() };
}

/** The tsqueries run on the columns of `buildSearchColumns`. */
export interface SearchQuery {
  substring: string;
  trigramTsquery: string;
  /** null if the search has no terms. */
  termsTsquery: string | null;
}

export function parseSearchQuery(locale: Locale, search: string): SearchQuery | null {
  const substring = foldCase(search).replaceAll(fieldSeparator, '').trim();
  if (substring === '') return null;
  return {
    substring,
    trigramTsquery: buildSubstringTsquery(locale, substring),
    termsTsquery: buildTermsTsquery(locale, normalizeUnicode(search)),
  };
}

export function buildTitleTsquery(locale: Locale, terms: readonly string[]): string | null {
  return terms.length === 0 ? null : terms.map((term) => `${quoteLexeme(locale + term)}:A`).join(' | ');
}

export function extractTitleTerms(locale: Locale, title: string): string[] {
  const terms = splitByScript(normalizeUnicode(title)).flatMap((piece) =>
    piece.isUnspaced
      ? toQueryNgrams(piece.text).grams
      : [...segmentWords(locale, piece.text)].map((term) => term.folded).filter((term) => term.length > 3),
  );
  return [...new Set(terms)];
}

function buildTermsTsquery(locale: Locale, search: string): string | null {
  const pieces = splitByScript(search.trim());
  const parts = pieces.flatMap((piece, index) =>
    piece.isUnspaced
      ? [buildRunTsquery(locale, piece.text)]
      : buildTermTsqueries(locale, piece.text, index === pieces.length - 1),
  );
  return parts.length === 0 ? null : parts.join(' & ');
}

function buildRunTsquery(locale: Locale, run: string): string {
  const { grams, isBeginning } = toQueryNgrams(run);
  const pieces = grams.map((gram) => quoteLexeme(locale + gram) + (isBeginning ? ':*' : '')).join(' & ');
  const termsQuery = [...segmentWords(locale, run)]
    .map((term) => quoteLexeme(locale + term.plain))
    .join(' & ');
  return termsQuery === '' ? `(${pieces})` : `((${pieces}) | (${termsQuery}))`;
}

/** The user may still be typing the last term, so it matches as a prefix. */
function buildTermTsqueries(locale: Locale, text: string, isLast: boolean): string[] {
  const terms = [...segmentWords(locale, text)];
  return terms.map(({ plain, folded }, index) => {
    const suffix = isLast && index === terms.length - 1 && splitCodePoints(folded).length > 1 ? ':*' : '';
    const spellings = new Set([plain, ...listOtherSpellings(locale, { plain, folded })]);
    const queries = [...spellings].map((spelling) => quoteLexeme(locale + spelling) + suffix);
    return queries.length === 1 ? queries.join() : `(${queries.join(' | ')})`;
  });
}

/** The index has each word as written and folded: "österreich" and "osterreich". */
function listOtherSpellings(locale: Locale, { plain, folded }: SearchTerm): string[] {
  // In Vietnamese, another diacritic makes another word.
  if (locale === 'vi') return [];
  const written = plain.replace(/[äöü]/g, (letter) => germanLetters[letter] ?? letter);
  if (locale !== 'de') return [folded, written];
  // The ue of neue, Frauen and Quelle is no ü.
  return [folded, written, folded.replace(/ae|oe|(?<![aeoq])ue/g, (letters) => letters.charAt(0))];
}
