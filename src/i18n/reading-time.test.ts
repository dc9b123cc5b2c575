import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countWords, readingMinutes } from './reading-time.ts';

test('words in spaced scripts are separated by spaces', () => {
  const word = fc.stringMatching(/^[a-zA-ZäéđñA-Z0-9.,'-]{1,12}$/);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (list) => {
      expect(countWords(list.join('  \n'))).toBe(list.length);
    }),
  );
});

test.each([
  ['我们今天下载视频。', 4],
  ['ดาวน์โหลดวิดีโอ', 2],
  ['Threads 视频 2026', 3],
  ['。', 1],
])('%s has %i words', (text, count) => expect(countWords(text)).toBe(count));

test('reading time is at least one minute', () => {
  expect([0, 200, 201].map(readingMinutes)).toEqual([1, 1, 2]);
});
