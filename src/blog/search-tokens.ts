import type { Locale } from '#i18n/locales.ts';
import { createLexemes, textEnd } from './search-lexemes.ts';
import { caseless } from './search-words.ts';

export interface SearchableText {
  title: string;
  excerpt: string;
  /** The content without markup. */
  text: string;
}

/** What a row keeps to be found: the columns `search_text` and `search`, this one a tsvector as text. */
export interface SearchTokens {
  search_text: string;
  search: string;
}

/** Takes any text. Weights: A title, B excerpt, C text. */
export function tokensOf(locale: Locale, { title, excerpt, text }: SearchableText): SearchTokens {
  const searchText = [title, excerpt]
    .map((part) => caseless(part).replaceAll(textEnd, '') + textEnd)
    .join('');
  const lexemes = createLexemes(locale);
  lexemes.addWords(title, 'A');
  lexemes.addWords(excerpt, 'B');
  lexemes.addParts(searchText);
  lexemes.addWords(text, 'C');
  return { search_text: searchText, search: lexemes.toTsvector() };
}
