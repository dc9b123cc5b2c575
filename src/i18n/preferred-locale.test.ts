import { expect, test } from 'vitest';
import { preferredLocale } from './preferred-locale.ts';

test.each([
  ['de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7', 'de'],
  ['ja,fr;q=0.4,es-419;q=0.8', 'es'],
  ['zh-Hant-TW', 'zh'],
  ['in-ID,en;q=0.5', 'id'],
  ['de;q=0, TH; q=0.1', 'th'],
  ['*', 'en'],
  ['ja, ko;q=0.9', 'en'],
  [`${'x,'.repeat(200)}de`, 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('%s prefers %s', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale);
});
