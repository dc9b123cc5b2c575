import { expect, test } from 'vitest';
import { createPlainBlock, escapeBlockText, hashBlock, isTranslatable, unescapeBlockText } from './block.ts';

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
