import type { Locale } from '#i18n/locales.ts';
import { createTsvectorBuilder, fieldSeparator } from './search-lexemes.ts';
import { foldCase } from './search-words.ts';

export interface SearchableText {
  title: string;
  excerpt: string;
  /** The content without markup. */
  text: string;
}

/** `search` is a tsvector as text. */
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
