import type { Locale } from '#i18n/locales.ts';
import { fieldSeparator, quoteLexeme, substringTsquery } from './search-index.ts';
import {
  codePoints,
  foldCase,
  normalizeUnicode,
  queryNgrams,
  segmentWords,
  splitByScript,
} from './segment-text.ts';

/** Runs on the columns of `buildSearchColumns`. The tsqueries are text. */
export interface SearchQuery {
  /** Must occur in `search_text`. */
  substring: string;
  /** Matches every row with the substring and few others, using the index. */
  trigramTsquery: string;
  /** Matches the terms anywhere in title, excerpt or content; null if the search has none. */
  termsTsquery: string | null;
}

/** Null for a blank search. */
export function parseSearchQuery(locale: Locale, search: string): SearchQuery | null {
  const substring = foldCase(search).replaceAll(fieldSeparator, '').trim();
  if (substring === '') return null;
  return {
    substring,
    trigramTsquery: substringTsquery(locale, substring),
    termsTsquery: buildTermsTsquery(locale, normalizeUnicode(search)),
  };
}

/** Matches posts with any of these terms in the title; null without terms. */
export function titleTsquery(locale: Locale, terms: readonly string[]): string | null {
  return terms.length === 0 ? null : terms.map((term) => `${quoteLexeme(locale + term)}:A`).join(' | ');
}

/** Unique folded terms of more than three letters; n-grams in scripts without spaces. */
export function titleTerms(locale: Locale, title: string): string[] {
  const terms = splitByScript(normalizeUnicode(title)).flatMap((piece) =>
    piece.isUnspaced
      ? queryNgrams(piece.text).grams
      : [...segmentWords(locale, piece.text)].map((term) => term.folded).filter((term) => term.length > 3),
  );
  return [...new Set(terms)];
}

function buildTermsTsquery(locale: Locale, search: string): string | null {
  const pieces = splitByScript(search.trim());
  const parts = pieces.flatMap((piece, at) =>
    piece.isUnspaced
      ? [buildRunTsquery(locale, piece.text)]
      : buildTermTsqueries(locale, piece.text, at === pieces.length - 1),
  );
  return parts.length === 0 ? null : parts.join(' & ');
}

function buildRunTsquery(locale: Locale, run: string): string {
  const { grams, isBeginning } = queryNgrams(run);
  const pieces = grams.map((gram) => quoteLexeme(locale + gram) + (isBeginning ? ':*' : '')).join(' & ');
  const termsQuery = [...segmentWords(locale, run)]
    .map((term) => quoteLexeme(locale + term.plain))
    .join(' & ');
  return termsQuery === '' ? `(${pieces})` : `((${pieces}) | (${termsQuery}))`;
}

/** The user may still be typing the last term, so it matches as a prefix. */
function buildTermTsqueries(locale: Locale, text: string, isLast: boolean): string[] {
  const terms = [...segmentWords(locale, text)];
  return terms.map(({ plain, folded }, at) => {
    const suffix = isLast && at === terms.length - 1 && codePoints(folded).length > 1 ? ':*' : '';
    const asWritten = quoteLexeme(locale + plain) + suffix;
    if (plain === folded) return asWritten;
    // In Vietnamese, another diacritic makes another word.
    return locale === 'vi' ? asWritten : `(${asWritten} | ${quoteLexeme(locale + folded)}${suffix})`;
  });
}
