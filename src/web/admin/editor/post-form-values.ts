import { postTexts } from '#blog/texts-contract.ts';
import { hasOtherScript, latinTitleSlug } from '#blog/title-slug.ts';
import type { Locale } from '#i18n/locales.ts';

/** Empty if only the server can derive the slug, from a title with non-Latin letters. */
export function displayedSlug(slug: string, locale: Locale, title: string): string {
  if (slug !== '') return slug;
  return hasOtherScript(title) ? '' : latinTitleSlug(locale, title);
}

/** What the blog accepts besides `postTexts`: lengths in UTF-16 units, and a count. */
export const postFieldLimits = { slug: 200, canonicalUrl: 2000, keywords: 50 } as const;

/** How many characters search results show. */
export const searchSnippetLimits = { title: 60, description: 160 } as const;

/** The ASCII comma, and the full-width and enumeration commas of Chinese. */
export const keywordSeparator = /[,，、]/;

export function parseKeywords(text: string): string[] {
  return text
    .split(keywordSeparator)
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== '')
    .map((keyword) => keyword.slice(0, postTexts.seo_keywords.lengthMax))
    .slice(0, postFieldLimits.keywords);
}

/** Keeps the typed text in the field as long as it parses to the same keywords. */
export function displayedKeywords(input: string, keywords: readonly string[]): string {
  return parseKeywords(input).join('\n') === keywords.join('\n') ? input : keywords.join(', ');
}

/** Undefined if it isn't an http(s) URL. */
export function parseCanonicalUrl(text: string): string | null | undefined {
  const url = text.trim();
  if (url === '') return null;
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}
