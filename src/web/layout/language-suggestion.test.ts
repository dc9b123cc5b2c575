import { expect, test } from 'vitest';
import { languageSuggestionTexts } from '#i18n/language-suggestions.ts';
import { locales } from '#i18n/locales.ts';
import { dismissSuggestion, isSuggestionDismissed, suggestLocale } from './language-suggestion.tsx';

test.each([
  [['de-AT', 'en'], 'en', 'de'],
  [['zh-Hant-TW'], 'en', 'zh'],
  [['in-ID'], 'en', 'id'],
  [['nl', 'FR-ca', 'en'], 'en', 'fr'],
  [['en-GB'], 'th', 'en'],
] as const)('%j on a page in %s suggests %s', (languages, current, expected) => {
  expect(suggestLocale(languages, current)).toBe(expected);
});

test.each([
  [['de-AT', 'en'], 'de'],
  [['nl', 'ja'], 'en'],
  [[], 'en'],
  [['en', 'de'], 'en'],
] as const)('%j on a page in %s suggests nothing', (languages, current) => {
  expect(suggestLocale(languages, current)).toBe(null);
});

test('each language has its own suggestion texts', () => {
  for (const part of ['text', 'action', 'dismiss'] as const) {
    expect(new Set(locales.map((locale) => languageSuggestionTexts[locale][part])).size).toBe(locales.length);
  }
});

function createMemoryStorage(): () => Storage {
  const entries = new Map<string, string>();
  const storage: Pick<Storage, 'getItem' | 'setItem'> = {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
  };
  return () => storage as Storage;
}

test('dismissing the suggestion is remembered', () => {
  const open = createMemoryStorage();
  expect(isSuggestionDismissed(open)).toBe(false);
  dismissSuggestion(open);
  expect(isSuggestionDismissed(open)).toBe(true);
});

test('blocked or missing storage does not remember, and a programming error is rethrown', () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  for (const open of [forbidden, () => null]) {
    dismissSuggestion(open);
    expect(isSuggestionDismissed(open)).toBe(false);
  }
  const broken = () => {
    throw new RangeError('a bug');
  };
  expect(() => isSuggestionDismissed(broken)).toThrow('a bug');
  expect(() => dismissSuggestion(broken)).toThrow('a bug');
});
