import { expect, test } from 'vitest';
import type { DeskLanguage } from '#desk/contract.ts';
import { marksOf } from './language-marks.ts';

test('a language is marked for all that is not as it should be, and for nothing else', () => {
  const german: DeskLanguage = { id: '1', locale: 'de', slug: 'x', title: 'X', status: 'published' };
  expect(marksOf(german)).toEqual([]);
  expect(marksOf({ ...german, translation: 'untranslated' })).toEqual(['untranslated']);
  expect(marksOf({ ...german, translation: 'outdated', review: 2 })).toEqual(['outdated', 'review']);
  expect(marksOf({ ...german, review: 0 })).toEqual([]);
});
