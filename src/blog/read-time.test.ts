import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';
import { countWords, readTime } from './read-time.ts';

const words = (count: number) => `<p>${'word '.repeat(count)}</p>`;

test.each([
  [0, 1],
  [1, 1],
  [200, 1],
  [201, 2],
  [400, 2],
  [1001, 6],
])('%i words take %i minutes', (count, minutes) => expect(readTime(words(count))).toBe(minutes));

test('where words are spaced, what stands between spaces is a word', () => {
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

test('a word that is partly emphasised is one, and blocks do not run together', () => {
  expect(
    plainText(
      '<h2>A</h2><p>st<strong>ron</strong>g &amp; <a href="/x">link</a></p><ul><li>b</li><li>c</li></ul>',
    ),
  ).toBe('A\nstrong & link\nb\nc');
  expect(countWords(plainText('<p>a</p><p>b<br>c</p>'))).toBe(3);
});
