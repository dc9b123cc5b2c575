import type { Locale } from '#i18n/locales.ts';
import { foldCase, generateNgrams, normalizeUnicode, segmentWords, splitCodePoints } from './segment-text.ts';

/** PostgreSQL weights: A title, B excerpt, C content. */
export type LexemeWeight = 'A' | 'B' | 'C';

/** PostgreSQL rejects a tsvector above 1 MB and counts positions up to 16383. Text beyond is not indexed. */
const limits = { characters: 200_000, bytes: 900_000, position: 16_000, positionsPerLexeme: 24 };

/** Ends title and excerpt in `search_text`, so that no search matches across the two. */
export const fieldSeparator = '\u001f';
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
        addLexeme(locale + folded, weight);
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

export function buildSubstringTsquery(locale: Locale, part: string): string {
  const chars = splitCodePoints(part);
  if (chars.length < trigramLength) return `${quoteLexeme(trigramLexeme(locale, part))}:*`;
  const trigrams = chars
    .slice(trigramLength - 1)
    .map((_, index) => chars.slice(index, index + trigramLength).join(''));
  return [...new Set(trigrams)].map((trigram) => quoteLexeme(trigramLexeme(locale, trigram))).join(' & ');
}

export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

export interface SearchableText {
  title: string;
  excerpt: string;
  text: string;
}

export interface SearchColumns {
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
