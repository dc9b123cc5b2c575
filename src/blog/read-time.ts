import { countWords, readingMinutes } from '#i18n/reading-time.ts';
import { plainText } from './plain-text.ts';

/** Whole minutes that reading HTML takes, at least one. */
export function readTime(html: string): number {
  return readingMinutes(countWords(plainText(html)));
}
