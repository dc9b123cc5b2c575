import { expect, test } from 'vitest';
import {
  escapeBlockText,
  hasSameTags,
  parseBlockTags,
  parseBlockText,
  plainBlockText,
  unescapeBlockText,
} from '#ai/block-text-contract.ts';
import { createPlainBlock, hashBlock, isTranslatable } from './block.ts';

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

test.each([
  ['a <b> & c', 'a &lt;b&gt; & c'],
  ['&lt; &#39; &#x27; &nosemicolon', '&amp;lt; &amp;#39; &amp;#x27; &nosemicolon'],
  ['<1>', '&lt;1&gt;'],
])('%s is escaped as %s and unescaped again', (plain, escaped) => {
  expect(escapeBlockText(plain)).toBe(escaped);
  expect(unescapeBlockText(escaped)).toBe(plain);
});

test('unescapes the character references that a model may write', () => {
  expect(unescapeBlockText('&lt;&gt;&amp;&quot;&#39;&apos;&nbsp;&copy;')).toBe("<>&\"''\u00a0&copy;");
});

test('the hash depends only on text and locked tags', () => {
  const hash = hashBlock({ text: 'a', locked: [] });
  expect(hash).toMatch(/^[0-9a-f]{32}$/);
  expect(hashBlock({ text: 'a', locked: [1] })).not.toBe(hash);
  expect(hashBlock({ text: 'b', locked: [] })).not.toBe(hash);
  const [first, second] = (['title', 'excerpt'] as const).map((kind) =>
    createPlainBlock({ id: kind, kind, text: 'a' }),
  );
  expect([first?.hash, second?.hash]).toEqual([hash, hash]);
});

test('a plain block is one line of escaped text', () => {
  expect(createPlainBlock({ id: 'title', kind: 'title', text: ' Ask  @ann\n<now> ', most: 9 })).toMatchObject(
    {
      id: 'title',
      kind: 'title',
      text: 'Ask @ann &lt;now&gt;',
      locked: [],
      keep: ['@ann'],
      most: 9,
    },
  );
  expect(createPlainBlock({ id: 'title', kind: 'title', text: 'a' }).most).toBeNull();
});

test.each([
  ['ab', true],
  ['a', false],
  ['a 1 b', false],
  ['2026', false],
  ['@anna #tips', false],
  ['https://a.example/b', false],
  ['https://a.example/b is it', true],
  ['图', true],
  ['ก', true],
  ['', false],
])('%j is translatable: %s', (text, expected) => {
  expect(isTranslatable(text)).toBe(expected);
});
