import type { Locale } from '#i18n/locales.ts';
import { gramsOf } from './search-grams.ts';
import { characters, storable, wordsOf } from './search-words.ts';

/** Of the fields of a post, as PostgreSQL ranks them. */
export type Weight = 'A' | 'B' | 'C';

/**
 * PostgreSQL refuses a tsvector above 1 MB and numbers words up to 16383. What goes beyond is not found by the words
 * of its end; the widest texts people write stay far below.
 */
const limits = { characters: 200_000, bytes: 900_000, position: 16_000, positionsEach: 24 };

/** Ends title and excerpt in `search_text`: no search reaches from one into the other. */
export const textEnd = '\u001f';
/** Two would be held by too many texts, and four be too many for the index. */
const partLength = 3;

/** A tsvector in the making. Every lexeme carries its language, so that a search reads one tenth of the index. */
export function createLexemes(locale: Locale) {
  const places = new Map<string, string[]>();
  let bytes = 0;
  let position = 0;

  function place(lexeme: string, weight?: Weight): void {
    const known = places.get(lexeme);
    const cost = (known ? 0 : Buffer.byteLength(lexeme) + 4) + (weight ? 2 : 0);
    if (bytes + cost > limits.bytes) return;
    const list = known ?? [];
    if (!known) places.set(lexeme, list);
    const entry = `${Math.max(position, 1)}${weight}`;
    if (weight && list.length < limits.positionsEach && list.at(-1) !== entry) list.push(entry);
    bytes += cost;
  }

  return {
    addWords(text: string, weight: Weight): void {
      const kept = storable(text.slice(0, limits.characters));
      for (const { plain, folded } of wordsOf(locale, kept)) {
        position = Math.min(position + 1, limits.position);
        place(locale + plain, weight);
        place(locale + folded, weight);
      }
      for (const gram of gramsOf(kept)) place(locale + gram, weight);
    },
    /** Three signs from each place on. They are without a number: they only narrow a search for a part of the text. */
    addParts(text: string): void {
      const signs = characters(text);
      for (let at = 0; at < signs.length; at += 1) {
        place(partLexeme(locale, signs.slice(at, at + partLength).join('')));
      }
    },
    /** As text: each lexeme quoted, with its places. */
    toTsvector: () =>
      [...places]
        .map(([lexeme, list]) => quote(lexeme) + (list.length > 0 ? `:${list.join()}` : ''))
        .join(' '),
  };
}

/** No word holds a tilde. */
function partLexeme(locale: Locale, part: string): string {
  return `${locale}~${part}`;
}

/** A tsquery that every text with this part answers to. */
export function partQuery(locale: Locale, part: string): string {
  const signs = characters(part);
  if (signs.length < partLength) return `${quote(partLexeme(locale, part))}:*`;
  const parts = signs.slice(partLength - 1).map((_, at) => signs.slice(at, at + partLength).join(''));
  return [...new Set(parts)].map((each) => quote(partLexeme(locale, each))).join(' & ');
}

/** A lexeme as tsvector and tsquery read it. */
export function quote(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
