import { expect, test } from 'vitest';
import { languageName } from './language-name.ts';

test('a language is called as in the middle of a sentence', () => {
  expect(languageName('es', 'de')).toBe('Spanisch');
  expect(languageName('de', 'es')).toBe('alemán');
  expect(languageName('de', 'vi')).toBe('tiếng Đức');
});
