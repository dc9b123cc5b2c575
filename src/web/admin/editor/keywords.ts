import { postFieldLimits } from './field-limits.ts';

/** Splits on commas, trims, drops empty entries and applies the blog's limits. */
export function parseKeywords(text: string): string[] {
  return text
    .split(',')
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== '')
    .map((keyword) => keyword.slice(0, postFieldLimits.keyword))
    .slice(0, postFieldLimits.keywords);
}

/** Keeps the typed text in the field as long as it parses to the same keywords. */
export function displayedKeywords(input: string, keywords: readonly string[]): string {
  return parseKeywords(input).join('\n') === keywords.join('\n') ? input : keywords.join(', ');
}
