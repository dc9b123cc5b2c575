import { expect, test } from 'vitest';
import { countWords } from '#i18n/reading-time.ts';
import { plainText, readingTimeMinutes } from './plain-text.ts';

const buildParagraph = (count: number) => `<p>${'word '.repeat(count)}</p>`;

test.each([
  [0, 1],
  [1, 1],
  [200, 1],
  [201, 2],
  [400, 2],
  [1001, 6],
])('%i words take %i minutes', (count, minutes) =>
  expect(readingTimeMinutes(buildParagraph(count))).toBe(minutes),
);

test('a partly emphasized word counts once, and blocks are separated', () => {
  expect(
    plainText(
      '<h2>A</h2><p>st<strong>ron</strong>g &amp; <a href="/x">link</a></p><ul><li>b</li><li>c</li></ul>',
    ),
  ).toBe('A\nstrong & link\nb\nc');
  expect(countWords(plainText('<p>a</p><p>b<br>c</p>'))).toBe(3);
});
