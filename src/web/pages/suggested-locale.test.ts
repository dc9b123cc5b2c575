import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { suggestions } from '#i18n/suggestions.ts';
import { suggestedLocale } from './suggested-locale.ts';

test.each([
  [['de-AT', 'en'], 'en', 'de'],
  [['zh-Hant-TW'], 'en', 'zh'],
  [['in-ID'], 'en', 'id'],
  [['nl', 'FR-ca', 'en'], 'en', 'fr'],
  [['en-GB'], 'th', 'en'],
] as const)('%j on a page in %s is offered %s', (wanted, current, offered) => {
  expect(suggestedLocale(wanted, current)).toBe(offered);
});

test.each([
  [['de-AT', 'en'], 'de'],
  [['nl', 'ja'], 'en'],
  [[], 'en'],
  [['en', 'de'], 'en'],
] as const)('%j on a page in %s is offered nothing', (wanted, current) => {
  expect(suggestedLocale(wanted, current)).toBe(null);
});

test('every language offers itself in words of its own', () => {
  for (const part of ['text', 'action', 'dismiss'] as const) {
    expect(new Set(locales.map((locale) => suggestions[locale][part])).size).toBe(locales.length);
  }
});
