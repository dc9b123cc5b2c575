import { expect, test } from 'vitest';
import { parseGroupLists } from '../author-thread.ts';
import { asId, asList, asNode, asPositive, asText, isNode, nodeAt } from './json-node.ts';

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

test('nodeAt returns null where there is no object', () => {
  expect(nodeAt({ a: { b: { c: 1 } } }, 'a', 'b')).toEqual({ c: 1 });
  expect(nodeAt({ a: { b: 1 } }, 'a', 'b')).toBeNull();
  expect(nodeAt({ a: 1 }, 'b', 'c')).toBeNull();
  expect(nodeAt(null, 'a')).toBeNull();
});

test('thread groups are parsed in page order from every known format', () => {
  const thread = (...codes: (string | null)[]) => ({
    thread_items: codes.map((code) => (code === null ? {} : { post: { code } })),
  });
  expect(parseGroupLists({ data: { edges: [{ node: thread('a', null) }, thread('b'), null] } })).toEqual([
    [[{ code: 'a' }, null], [{ code: 'b' }], []],
  ]);
  expect(parseGroupLists({ containing_thread: thread('a'), reply_threads: [thread('b')] })).toEqual([
    [[{ code: 'a' }], [{ code: 'b' }]],
  ]);
  expect(parseGroupLists({ edges: [{ node: { text_post_app_thread: thread('c') } }] })).toEqual([
    [[{ code: 'c' }]],
  ]);
  expect(parseGroupLists({ edges: {} })).toEqual([]);
});
