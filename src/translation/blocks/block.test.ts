import { expect, test } from 'vitest';
import { hasSameTags, parseBlockTags, parseBlockText, plainBlockText } from './block.ts';

test('splits a text only at its numbered tags', () => {
  expect(parseBlockText('a<1>b &lt;i&gt;</1><2/>< 3 ><i>')).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'open', number: 1 },
    { kind: 'text', text: 'b <i>' },
    { kind: 'close', number: 1 },
    { kind: 'empty', number: 2 },
    { kind: 'open', number: 3 },
    { kind: 'text', text: '<i>' },
  ]);
  expect(parseBlockText('</ 12 ><12 />')).toEqual([
    { kind: 'close', number: 12 },
    { kind: 'empty', number: 12 },
  ]);
  expect(parseBlockText('<12345>')).toEqual([{ kind: 'text', text: '<12345>' }]);
  expect(parseBlockText('')).toEqual([]);
});

test('plain text has no tags', () => {
  expect(plainBlockText('<1>a</1> &amp; <2/>b')).toBe('a & b');
});

test('each tag knows its parent and the text inside it', () => {
  const tags = parseBlockTags('x<1>a<2>b</2><3/></1><4></4>');
  expect(tags && Object.fromEntries(tags)).toEqual({
    1: { parent: 0, plainText: 'ab' },
    2: { parent: 1, plainText: 'b' },
    3: { parent: 1, plainText: '' },
    4: { parent: 0, plainText: '' },
  });
  expect(parseBlockTags('no tags')?.size).toBe(0);
});

test.each(['<1>a', 'a</1>', '<1>a</2>', '<1><2></1></2>', '<1/><1/>', '<1>a</1><1>b</1>', '<1></1></1>'])(
  'rejects the malformed tags of %s',
  (text) => {
    expect(parseBlockTags(text)).toBeNull();
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
])('%s has the same tags as %s: %s', (text, source, expected) => {
  expect(hasSameTags(text, source)).toBe(expected);
});
