import { expect, test } from 'vitest';
import { findJsonBlocks, splitDocuments, withoutJsonBlocks } from './find-json-blocks.ts';

test('JSON scripts are found whatever the order and the lines of their attributes', () => {
  const html =
    '<script>var a = "<b>";</script><script type="application/json" data-sjs>{"n":1}</script>' +
    '<script\n  data-sjs\n  type=\'application/json\'\n>{"n":2}</script><script src=x></script>' +
    '<SCRIPT></SCRIPT><script data-type="application/jsonp" type="module">{"n":3}</script>';
  expect(findJsonBlocks(html)).toEqual(['{"n":1}', '{"n":2}']);
});

test('a page that breaks off yields what it has', () => {
  expect(findJsonBlocks('<script type="application/json">{"n":1')).toEqual(['{"n":1']);
  expect(findJsonBlocks('<script type="application/json"')).toEqual([]);
});

test('a page full of unfinished tags takes no time', () => {
  const startedAt = performance.now();
  findJsonBlocks('<script type="application/json">'.repeat(30_000));
  findJsonBlocks(`${'<script '.repeat(100_000)}>`);
  expect(performance.now() - startedAt).toBeLessThan(500);
});

test('an answer of several documents is taken apart, one pretty-printed document is not', () => {
  expect(
    splitDocuments('for (;;);{"n":1}for (;;);{"n":2}\nfor (;;);{"n":3}').map((one) => JSON.parse(one)),
  ).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(splitDocuments('{"n":1}\r\n{"n":2}').map((one) => JSON.parse(one).n)).toEqual([1, 2]);
  expect(splitDocuments('{\n "n": 1\n}').map((one) => JSON.parse(one).n)).toEqual([1]);
});

test('the prefix inside a caption does not cut a document', () => {
  const text = JSON.stringify({ caption: 'loop: for (;;); forever' });
  expect(splitDocuments(`for (;;);${text}`)).toEqual([text]);
});

test('a page is cleared of blocks by their place, in one pass', () => {
  const tag = '<script type="application/json">';
  const html = `{"a":1}${tag}{"a":1}</script>${tag}{"b":1}</script>${tag}{"a":1}`;
  const rest = `{"a":1}${tag}</script>${tag}{"b":1}</script>${tag}`;
  expect(withoutJsonBlocks(html, (block) => block.includes('"a"'))).toBe(rest);
  expect(withoutJsonBlocks(html, () => false)).toBe(html);
  const startedAt = performance.now();
  withoutJsonBlocks(`${tag}{"a":1}</script>`.repeat(60_000), () => true);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
