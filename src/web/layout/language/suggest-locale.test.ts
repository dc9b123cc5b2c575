import { expect, test } from 'vitest';
import { languageSuggestionTexts } from '#i18n/language-suggestions.ts';
import { locales } from '#i18n/locales.ts';
import { suggestLocale } from './suggest-locale.ts';

test.each([
  [['de-AT', 'en'], 'en', 'de'],
  [['zh-Hant-TW'], 'en', 'zh'],
  [['in-ID'], 'en', 'id'],
  [['nl', 'FR-ca', 'en'], 'en', 'fr'],
  [['en-GB'], 'th', 'en'],
] as const)('%j on a page in %s suggests %s', (languages, current, expected) => {
  expect(suggestLocale(languages, current, locales)).toBe(expected);
});

test.each([
  [['de-AT', 'en'], 'de'],
  [['nl', 'ja'], 'en'],
  [[], 'en'],
  [['en', 'de'], 'en'],
] as const)('%j on a page in %s suggests nothing', (languages, current) => {
  expect(suggestLocale(languages, current, locales)).toBe(null);
});

test('a language that the page lacks is skipped', () => {
  expect(suggestLocale(['de', 'fr', 'en'], 'en', ['en', 'fr'])).toBe('fr');
  expect(suggestLocale(['de', 'en', 'fr'], 'en', ['en', 'fr'])).toBe(null);
});

test('each language has its own suggestion texts', () => {
  for (const part of ['text', 'action', 'dismiss'] as const) {
    expect(new Set(locales.map((locale) => languageSuggestionTexts[locale][part])).size).toBe(locales.length);
  }
});
