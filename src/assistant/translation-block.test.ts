import { expect, test } from 'vitest';
import { isTranslatable, plainBlock } from './plain-block.ts';
import { blockHash, escapeBlockText, unescapeBlockText } from './translation-block.ts';

test.each([
  ['a <b> & c', 'a &lt;b&gt; & c'],
  ['&lt; &#39; &#x27; &nosemicolon', '&amp;lt; &amp;#39; &amp;#x27; &nosemicolon'],
  ['<1>', '&lt;1&gt;'],
])('%s is escaped as %s, and comes back', (plain, escaped) => {
  expect(escapeBlockText(plain)).toBe(escaped);
  expect(unescapeBlockText(escaped)).toBe(plain);
});

test('the references a model may write are read', () => {
  expect(unescapeBlockText('&lt;&gt;&amp;&quot;&#39;&apos;&nbsp;&copy;')).toBe("<>&\"''\u00a0&copy;");
});

test('a hash is of words and locked tags alone', () => {
  const hash = blockHash({ text: 'a', locked: [] });
  expect(hash).toMatch(/^[0-9a-f]{32}$/);
  expect(blockHash({ text: 'a', locked: [1] })).not.toBe(hash);
  expect(blockHash({ text: 'b', locked: [] })).not.toBe(hash);
  const [one, other] = (['title', 'excerpt'] as const).map((kind) =>
    plainBlock({ id: kind, kind, text: 'a' }),
  );
  expect([one?.hash, other?.hash]).toEqual([hash, hash]);
});

test('a plain block is one line of escaped words', () => {
  expect(plainBlock({ id: 'title', kind: 'title', text: ' Ask  @ann\n<now> ', most: 9 })).toMatchObject({
    ...{ id: 'title', kind: 'title', text: 'Ask @ann &lt;now&gt;', locked: [], keep: ['@ann'], most: 9 },
  });
  expect(plainBlock({ id: 'title', kind: 'title', text: 'a' }).most).toBeNull();
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
])('there is a word in %j: %s', (text, expected) => {
  expect(isTranslatable(text)).toBe(expected);
});
