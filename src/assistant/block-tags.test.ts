import { expect, test } from 'vitest';
import { hasTagsOf, readBlockText, tagsOf, wordsOf } from './block-tags.ts';

test('a text is taken apart at its numbered tags alone', () => {
  expect(readBlockText('a<1>b &lt;i&gt;</1><2/>< 3 ><i>')).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'open', number: 1 },
    { kind: 'text', text: 'b <i>' },
    { kind: 'close', number: 1 },
    { kind: 'empty', number: 2 },
    { kind: 'open', number: 3 },
    { kind: 'text', text: '<i>' },
  ]);
  expect(readBlockText('</ 12 ><12 />')).toEqual([
    { kind: 'close', number: 12 },
    { kind: 'empty', number: 12 },
  ]);
  expect(readBlockText('<12345>')).toEqual([{ kind: 'text', text: '<12345>' }]);
  expect(readBlockText('')).toEqual([]);
});

test('words are those of a text without its tags', () => {
  expect(wordsOf('<1>a</1> &amp; <2/>b')).toBe('a & b');
});

test('each tag knows the one it stands in, and all words inside it', () => {
  const tags = tagsOf('x<1>a<2>b</2><3/></1><4></4>');
  expect(tags && Object.fromEntries(tags)).toEqual({
    1: { parent: 0, words: 'ab' },
    2: { parent: 1, words: 'b' },
    3: { parent: 1, words: '' },
    4: { parent: 0, words: '' },
  });
  expect(tagsOf('no tags')?.size).toBe(0);
});

test.each(['<1>a', 'a</1>', '<1>a</2>', '<1><2></1></2>', '<1/><1/>', '<1>a</1><1>b</1>', '<1></1></1>'])(
  'the tags of %s are none',
  (text) => {
    expect(tagsOf(text)).toBeNull();
  },
);

test.each([
  ['<1>x</1> <2/>', '<2/><1>a</1>', true],
  ['x', 'a', true],
  ['<1>x', '<1>a</1>', false],
  ['<1>x</1>', '<1>a', false],
  ['<1>x</1>', '<1>a</1><2/>', false],
  ['<1>x</1><2/>', '<1>a</1>', false],
  ['<1>x</1>', '<2>a</2>', false],
  ['<1><2>x</2></1>', '<1>a</1><2>b</2>', false],
  ['<1> </1>x', '<1>a</1>', false],
  ['<1>x</1>', '<1></1>', false],
  ['<1> </1>', '<1></1>', true],
])('%s has the tags of %s: %s', (text, source, expected) => {
  expect(hasTagsOf(text, source)).toBe(expected);
});
