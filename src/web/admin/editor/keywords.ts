import { fieldLimits } from './field-limits.ts';

/** `a, b,,c` are three: split on commas, trimmed, empties dropped. No longer and no more than the blog takes. */
export function readKeywords(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => word.slice(0, fieldLimits.keyword))
    .slice(0, fieldLimits.keywords);
}

/** What the field shows: as it was typed, as long as that still says the same keywords. */
export function shownKeywords(typed: string, keywords: readonly string[]): string {
  return readKeywords(typed).join('\n') === keywords.join('\n') ? typed : keywords.join(', ');
}
