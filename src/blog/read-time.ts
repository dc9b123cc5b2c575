import { countWords, readingMinutes } from '#i18n/reading-time.ts';
import { plainText } from './plain-text.ts';

export function readingTimeMinutes(html: string): number {
  return readingMinutes(countWords(plainText(html)));
}
