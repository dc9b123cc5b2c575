import { expect, test } from 'vitest';
import { batchBlocks } from './batch-blocks.ts';
import { checkBlock } from './check-block.ts';
import { createPlainBlock } from './plain-block.ts';

const block = (id: string, text: string) => createPlainBlock({ id, kind: 'paragraph', text });

test('fills a batch to the exact byte limit, counting tokens to keep', () => {
  const blocks = [block('a', 'x'.repeat(10)), block('b', 'y'.repeat(10)), block('c', '@abcd')];
  const ids = (bytes: number) =>
    batchBlocks(blocks, bytes).map((batch) => batch.map(({ id }) => id).join(''));
  expect(ids(20)).toEqual(['ab', 'c']);
  expect(ids(19)).toEqual(['a', 'b', 'c']);
  expect(ids(30)).toEqual(['abc']);
  expect(ids(29)).toEqual(['ab', 'c']);
});

test('literal markup may appear as often as in the source', () => {
  const source = block('a', 'Write <br> between two lines');
  const check = (text: string) => checkBlock(source, text, { from: 'en', to: 'de' });
  expect(check('Schreib &lt;br&gt; zwischen zwei Zeilen')).toBeNull();
  expect(check('Schreib &lt;br&gt; zwischen &lt;br&gt; zwei Zeilen')).toBe('markup');
  expect(check('Schreib &lt;hr&gt; zwischen zwei Zeilen')).toBe('markup');
});

test('only a hashtag may be followed directly by a word', () => {
  const source = block('a', 'Ask @ann about #tips');
  const check = (text: string) => checkBlock(source, text, { from: 'en', to: 'zh' });
  expect(check('向 @ann 询问 #tips的事情')).toBeNull();
  expect(check('向 @anna 询问 #tips')).toBe('kept');
});
