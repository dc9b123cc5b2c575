import type { Locale } from '#i18n/locales.ts';
import { gramsToFind, splitByScript } from './search-grams.ts';
import { partQuery, quote, textEnd } from './search-lexemes.ts';
import { caseless, characters, storable, wordsOf } from './search-words.ts';

/** A search as the database runs it on what `tokensOf` made. The tsqueries are text. */
export interface SearchQuery {
  /** To be a part of `search_text`. */
  part: string;
  /** A tsquery that holds for every row with the part and for few others: the index answers it. */
  signs: string;
  /** A tsquery for the words anywhere in title, excerpt or text; null where the search has none. */
  words: string | null;
}

/** Null for a search of nothing but spaces. */
export function queryOf(locale: Locale, search: string): SearchQuery | null {
  const part = caseless(search).replaceAll(textEnd, '').trim();
  if (part === '') return null;
  return { part, signs: partQuery(locale, part), words: wordQuery(locale, storable(search)) };
}

/** A tsquery for the posts with any of these words in the title; null where there are none. */
export function titleQueryOf(locale: Locale, words: readonly string[]): string | null {
  return words.length === 0 ? null : words.map((word) => `${quote(locale + word)}:A`).join(' | ');
}

/** Words that say something, folded, each once; in scripts without spaces the pieces that stand for them. */
export function titleWordsOf(locale: Locale, title: string): string[] {
  const words = splitByScript(storable(title)).flatMap((piece) =>
    piece.isUnspaced
      ? gramsToFind(piece.text).grams
      : [...wordsOf(locale, piece.text)].map((word) => word.folded).filter((word) => word.length > 3),
  );
  return [...new Set(words)];
}

function wordQuery(locale: Locale, search: string): string | null {
  const pieces = splitByScript(search.trim());
  const parts = pieces.flatMap((piece, at) =>
    piece.isUnspaced
      ? [runQuery(locale, piece.text)]
      : wordQueries(locale, piece.text, at === pieces.length - 1),
  );
  return parts.length === 0 ? null : parts.join(' & ');
}

function runQuery(locale: Locale, run: string): string {
  const { grams, isBeginning } = gramsToFind(run);
  const pieces = grams.map((gram) => quote(locale + gram) + (isBeginning ? ':*' : '')).join(' & ');
  const words = [...wordsOf(locale, run)].map((word) => quote(locale + word.plain)).join(' & ');
  return words === '' ? `(${pieces})` : `((${pieces}) | (${words}))`;
}

/** The last word may still be under way, so it matches by its beginning. */
function wordQueries(locale: Locale, text: string, isLast: boolean): string[] {
  const words = [...wordsOf(locale, text)];
  return words.map(({ plain, folded }, at) => {
    const mark = isLast && at === words.length - 1 && characters(folded).length > 1 ? ':*' : '';
    const asWritten = quote(locale + plain) + mark;
    if (plain === folded) return asWritten;
    // In Vietnamese another mark is another word: who writes it means it.
    return locale === 'vi' ? asWritten : `(${asWritten} | ${quote(locale + folded)}${mark})`;
  });
}
