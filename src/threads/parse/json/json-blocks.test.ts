import { expect, test } from 'vitest';
import { findJsonBlocks, removeJsonBlocks, splitJsonDocuments } from './json-blocks.ts';

test('JSON scripts are found regardless of attribute order and line breaks', () => {
  const html =
    '<script>var a = "<b>";</script><script type="application/json" data-sjs>{"n":1}</script>' +
    '<script\n  data-sjs\n  type=\'application/json\'\n>{"n":2}</script><script src=x></script>' +
    '<SCRIPT></SCRIPT><script data-type="application/jsonp" type="module">{"n":3}</script>';
  expect(findJsonBlocks(html)).toEqual(['{"n":1}', '{"n":2}']);
});

test('a truncated page yields its partial block', () => {
  expect(findJsonBlocks('<script type="application/json">{"n":1')).toEqual(['{"n":1']);
  expect(findJsonBlocks('<script type="application/json"')).toEqual([]);
});

test('a page full of unclosed tags is scanned quickly', () => {
  const startedAt = performance.now();
  findJsonBlocks('<script type="application/json">'.repeat(30_000));
  findJsonBlocks(`${'<script '.repeat(100_000)}>`);
  expect(performance.now() - startedAt).toBeLessThan(500);
});

test('a response with several documents is split, but a pretty-printed document is not', () => {
  expect(
    splitJsonDocuments('for (;;);{"n":1}for (;;);{"n":2}\nfor (;;);{"n":3}').map((json) => JSON.parse(json)),
  ).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(splitJsonDocuments('{"n":1}\r\n{"n":2}').map((json) => JSON.parse(json).n)).toEqual([1, 2]);
  expect(splitJsonDocuments('{\n "n": 1\n}').map((json) => JSON.parse(json).n)).toEqual([1]);
});

test('the prefix inside a caption does not split a document', () => {
  const text = JSON.stringify({ caption: 'loop: for (;;); forever' });
  expect(splitJsonDocuments(`for (;;);${text}`)).toEqual([text]);
});

test('matching blocks are removed by position in one pass', () => {
  const tag = '<script type="application/json">';
  const html = `{"a":1}${tag}{"a":1}</script>${tag}{"b":1}</script>${tag}{"a":1}`;
  const expected = `{"a":1}${tag}</script>${tag}{"b":1}</script>${tag}`;
  expect(removeJsonBlocks(html, (block) => block.includes('"a"'))).toBe(expected);
  expect(removeJsonBlocks(html, () => false)).toBe(html);
  const startedAt = performance.now();
  removeJsonBlocks(`${tag}{"a":1}</script>`.repeat(60_000), () => true);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
