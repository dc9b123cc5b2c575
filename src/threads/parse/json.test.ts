import { expect, test } from 'vitest';
import { measureCpuMs } from '#test/support/measure-cpu.ts';
import {
  asId,
  asList,
  asNode,
  asPositive,
  asText,
  findInlineScripts,
  findJsonBlocks,
  findNodes,
  isNode,
  lowerScriptTags,
  removeJsonBlocks,
  splitJsonDocuments,
} from './json.ts';

test('only an object is a node', () => {
  expect([{}, { a: 1 }].map(isNode)).toEqual([true, true]);
  expect([null, [], 'a', 1, undefined].map(isNode)).toEqual(Array(5).fill(false));
  expect([asNode([]), asList({}), asList([1]), asText(''), asText('a'), asText(1)]).toEqual([
    null,
    [],
    [1],
    null,
    'a',
    null,
  ]);
});

test.each([
  [1, 1],
  ['1.5', 1.5],
  [0, null],
  [-1, null],
  ['', null],
  [' ', null],
  ['a', null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [true, null],
  [[2], null],
])('asPositive(%j) returns %j', (value, number) => {
  expect(asPositive(value)).toBe(number);
});

test.each([
  ['123', '123'],
  ['1'.repeat(24), '1'.repeat(24)],
  ['1'.repeat(25), null],
  ['', null],
  ['1a', null],
  ['a1', null],
  [7, '7'],
  [0, null],
  [1.5, null],
  [2 ** 53, null],
  [null, null],
])('asId(%j) returns %j', (value, id) => {
  expect(asId(value)).toBe(id);
});

const isMarked = (node: { readonly [key: string]: unknown }) => node.marked === true;

test('objects are found at any depth, in arrays, in objects and inside other matches', () => {
  const root = {
    a: [{ marked: true, n: 1, b: { marked: true, n: 2 } }],
    c: { d: [[{ marked: true, n: 3 }]] },
  };
  const { nodes, isComplete } = findNodes(root, isMarked);
  expect(nodes.map((node) => node.n).sort()).toEqual([1, 2, 3]);
  expect(isComplete).toBe(true);
});

test('the search stops in a tree deeper than any real one', () => {
  const root: unknown = JSON.parse(`${'['.repeat(50_000)}{"marked":true}${']'.repeat(50_000)}`);
  expect(findNodes(root, isMarked)).toEqual({ nodes: [], isComplete: false });
});

test('JSON scripts are found regardless of attribute order and line breaks', () => {
  const html =
    '<script>var a = "<b>";</script><script type="application/json" data-sjs>{"n":1}</script>' +
    '<script\n  data-sjs\n  type=\'application/json\'\n>{"n":2}</script><script src=x></script>' +
    '<SCRIPT></SCRIPT><script data-type="application/jsonp" type="module">{"n":3}</script>';
  expect(findJsonBlocks(html)).toEqual(['{"n":1}', '{"n":2}']);
});

test('tags may be in capitals if a page is lowered, and a quoted value may have the end of a tag', () => {
  const html =
    '<SCRIPT TYPE="application/json">{"n":1}</SCRIPT><script data-x="a>b" type="application/json">{"n":2}</script>' +
    '<script type="text/x-data" title="it\'s">{"n":3}</script><scripted type="application/json">{"n":4}</scripted>' +
    '<script type="text/javascript">{"n":5}</script><script type="">{"n":6}</script>';
  expect(findJsonBlocks(lowerScriptTags(html))).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
  expect(findInlineScripts(html)).toEqual(['{"n":5}', '{"n":6}']);
});

test('a truncated page yields its partial block', () => {
  expect(findJsonBlocks('<script type="application/json">{"n":1')).toEqual(['{"n":1']);
  expect(findJsonBlocks('<script type="application/json"')).toEqual([]);
});

test('a page full of unclosed tags is scanned quickly', () => {
  for (const page of [
    '<script type="application/json">'.repeat(30_000),
    `${'<script '.repeat(100_000)}>`,
    '<script x="'.repeat(100_000),
  ])
    expect(measureCpuMs(() => findJsonBlocks(page))).toBeLessThan(500);
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
  const long = `${tag}{"a":1}</script>`.repeat(60_000);
  expect(measureCpuMs(() => removeJsonBlocks(long, () => true))).toBeLessThan(2_000);
});
