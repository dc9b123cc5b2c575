import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { suggestions } from '#i18n/suggestions.ts';
import { hasAnswered, rememberAnswer, suggestedLocale } from './suggested-locale.ts';

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

/** Keeps what it is given, as a browser does. */
function openMemory(): () => Storage {
  const kept = new Map<string, string>();
  const storage: Pick<Storage, 'getItem' | 'setItem'> = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  };
  return () => storage as Storage;
}

test('an answer is remembered', () => {
  const open = openMemory();
  expect(hasAnswered(open)).toBe(false);
  rememberAnswer(open);
  expect(hasAnswered(open)).toBe(true);
});

test('a browser that forbids storage, or has none, is asked again; a bug is no refusal', () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  for (const open of [forbidden, () => null]) {
    rememberAnswer(open);
    expect(hasAnswered(open)).toBe(false);
  }
  const broken = () => {
    throw new RangeError('a bug');
  };
  expect(() => hasAnswered(broken)).toThrow('a bug');
  expect(() => rememberAnswer(broken)).toThrow('a bug');
});
