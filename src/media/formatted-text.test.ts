import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeText } from '#platform/normalize-text.ts';
import { textStyles } from '#threads/contract.ts';
import { groupSpoilers, sliceParts, splitText } from './formatted-text.ts';

const spoiler = (start: number, end: number) => ({ start, end, styles: ['spoiler' as const] });
const read = (text: string, ...formatting: ReturnType<typeof spoiler>[]) =>
  splitText({ text, formatting }).map(({ text, styles, link }) => [
    text,
    ...styles,
    ...(link ? ['link'] : []),
  ]);

test('a text is split at its formats and its links', () => {
  expect(read('To https://a.example, and back.', spoiler(22, 25))).toEqual([
    ['To '],
    ['https://a.example', 'link'],
    [', '],
    ['and', 'spoiler'],
    [' back.'],
  ]);
  expect(read('all', spoiler(0, 3))).toEqual([['all', 'spoiler']]);
  expect(read('')).toEqual([]);
});

test('a range that leaves the text is cut, and of two that overlap, the first one counts', () => {
  expect(read('abcd', spoiler(-3, 1), spoiler(3, 99))).toEqual([['a', 'spoiler'], ['bc'], ['d', 'spoiler']]);
  expect(read('abcd', spoiler(0, 2), spoiler(1, 3))).toEqual([['abc', 'spoiler'], ['d']]);
  for (const range of [spoiler(2, 2), spoiler(3, 1), spoiler(Number.NaN, 2), spoiler(9, 12)])
    expect(read('abcd', range)).toEqual([['abcd']]);
});

test('neither a character nor a line break is split', () => {
  expect(read('😀😀', spoiler(1, 3))).toEqual([['😀'], ['😀', 'spoiler']]);
  expect(read('a\r\nb', spoiler(2, 4))).toEqual([['a\n'], ['b', 'spoiler']]);
});

test('parts are cut to a part of their text', () => {
  const parts = splitText({ text: 'abcdef', formatting: [spoiler(2, 4)] });
  const cut = (from: number, to: number) => sliceParts(parts, from, to).map(({ text }) => text);
  expect([cut(0, 6), cut(1, 3), cut(4, 6), cut(3, 3)]).toEqual([['ab', 'cd', 'ef'], ['b', 'c'], ['ef'], []]);
});

test('what is hidden in one piece is covered in one piece', () => {
  const formatting = [
    spoiler(0, 1),
    { ...spoiler(1, 19), styles: ['bold', 'spoiler'] as const },
    spoiler(20, 21),
  ].map(({ styles, ...range }) => ({ ...range, styles: [...styles] }));
  const sections = groupSpoilers(splitText({ text: '“https://a.example” c', formatting }));
  expect(sections.map(({ isSpoiler, parts }) => [isSpoiler, parts.map(({ text }) => text).join('')])).toEqual(
    [
      [true, '“https://a.example”'],
      [false, ' '],
      [true, 'c'],
    ],
  );
});

test('only http and https links count, and words that lead elsewhere keep their own', () => {
  const links = (text: string, link: string) =>
    splitText({ text, formatting: [{ start: 0, end: text.length, styles: [], link }] }).map(
      (part) => part.link,
    );
  expect(links('a page', 'https://a.example/b')).toEqual(['https://a.example/b']);
  expect(links('https://a.example', 'http://b.example')).toEqual(['http://b.example/']);
  for (const link of ['javascript:alert(1)', ' JavaScript:x', 'data:,x', '//a.example', 'x'])
    expect(links('a page', link), link).toEqual([null]);
});

test('whatever the ranges are, the parts together are the text', () => {
  const position = fc.oneof(fc.integer({ min: -2, max: 14 }), fc.double());
  const link = fc.constantFrom('', 'https://a.example/', 'javascript:alert(1)');
  const range = fc.record({ start: position, end: position, styles: fc.subarray([...textStyles]), link });
  const text = fc.string({
    maxLength: 12,
    unit: fc.constantFrom('a', ' ', '\r', '\n', '\0', '😀', '\ud83d', '<', '*'),
  });
  fc.assert(
    fc.property(text, fc.array(range), (text, formatting) => {
      const parts = splitText({ text, formatting });
      expect(parts.map((part) => part.text).join('')).toBe(normalizeText(text));
      expect(groupSpoilers(parts).flatMap((section) => section.parts)).toEqual(parts);
    }),
  );
});
