import { expect, test } from 'vitest';
import { languageNameInSentence } from './language-name.ts';

test('a language name is written as within a sentence', () => {
  expect(languageNameInSentence('es', 'de')).toBe('Spanisch');
  expect(languageNameInSentence('de', 'es')).toBe('alemán');
  expect(languageNameInSentence('de', 'vi')).toBe('tiếng Đức');
});
