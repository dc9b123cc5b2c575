import { expect, test } from 'vitest';
import { languageNameInSentence } from './post-labels.ts';

test('a language name is written as within a sentence', () => {
  expect(languageNameInSentence('es', 'de')).toBe('Spanisch');
  expect(languageNameInSentence('de', 'es')).toBe('alemán');
  expect(languageNameInSentence('de', 'vi')).toBe('tiếng Đức');
});
