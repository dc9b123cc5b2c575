import { expect, test } from 'vitest';
import { findCoinedTerms } from './check-vocabulary.ts';

test.each([
  ['src/blog/desk-list.ts', ''],
  ['src/blog/list.ts', 'const writingDesk = 1;'],
  ['src/blog/list.ts', '// The desk of the writer.'],
])('a coined term in %s is found', (path, text) => {
  expect(findCoinedTerms(path, text)).toEqual(['desk']);
});

test('email addresses and longer words are no coined terms', () => {
  expect(findCoinedTerms('src/a.ts', "const to = 'desk@example.org'; // desktop, amend")).toEqual([]);
});
