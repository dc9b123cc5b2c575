import { expect, test } from 'vitest';
import type { ArticleTranslation } from '#blog/editing-contract.ts';
import { getTranslationStatuses, languageNameInSentence } from './post-labels.ts';

test('getTranslationStatuses lists only the open issues of a translation', () => {
  const german: ArticleTranslation = { id: '1', locale: 'de', slug: 'x', title: 'X', status: 'published' };
  expect(getTranslationStatuses(german)).toEqual([]);
  expect(getTranslationStatuses({ ...german, translation: 'untranslated' })).toEqual(['untranslated']);
  expect(getTranslationStatuses({ ...german, translation: 'outdated', review: 2 })).toEqual([
    'outdated',
    'review',
  ]);
  expect(getTranslationStatuses({ ...german, review: 0 })).toEqual([]);
});

test.each([
  ['es', 'de', 'Spanisch'],
  ['de', 'es', 'alemán'],
  ['de', 'vi', 'tiếng Đức'],
] as const)('within a sentence, %s in %s is written "%s"', (language, reader, name) => {
  expect(languageNameInSentence(language, reader)).toBe(name);
});
