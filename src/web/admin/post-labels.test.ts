import { expect, test } from 'vitest';
import type { ArticleTranslation } from '#blog/editing-contract.ts';
import { getTranslationStatuses } from './post-labels.ts';

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
