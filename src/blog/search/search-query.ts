import type { Locale } from '#i18n/locales.ts';
import { buildSubstringTsquery, fieldSeparator, quoteLexeme } from './search-index.ts';
import {
  foldCase,
  normalizeUnicode,
  segmentWords,
  splitByScript,
  splitCodePoints,
  toQueryNgrams,
} from './segment-text.ts';

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
    const asWritten = quoteLexeme(locale + plain) + suffix;
    if (plain === folded) return asWritten;
    // In Vietnamese, another diacritic makes another word.
    return locale === 'vi' ? asWritten : `(${asWritten} | ${quoteLexeme(locale + folded)}${suffix})`;
  });
}
