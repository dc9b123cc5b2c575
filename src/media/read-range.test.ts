import { expect, test } from 'vitest';
import { isRangeAsked, readContentRange, readRange, readUnsatisfied, resolveRange } from './read-range.ts';
import { strongTag, validatorOf } from './strong-tag.ts';

test.each([
  ['bytes=5-9', 'bytes=5-9'],
  ['BYTES= 05-009 ', 'bytes=5-9'],
  ['bytes=5-5', 'bytes=5-5'],
  ['bytes=5-', 'bytes=5-'],
  ['bytes=-500', 'bytes=-500'],
  ['bytes=0-', 'bytes=0-'],
  [`bytes=${'9'.repeat(15)}-`, `bytes=${'9'.repeat(15)}-`],
  [`bytes=${'9'.repeat(16)}-`, null],
  ['bytes=9-5', null],
  ['bytes=-', null],
  ['bytes=1-2,4-5', null],
  ['lines=1-2', null],
  ['xbytes=1-2', null],
  ['bytes=1-2x', null],
  ['', null],
  [undefined, null],
])('of the range %j this is asked of the CDN: %j', (header, range) => {
  expect(readRange(header)).toBe(range);
});

test.each([
  ['bytes 0-9/10', { from: 0, to: 9, totalBytes: 10 }],
  [' BYTES 3-3/10 ', { from: 3, to: 3, totalBytes: 10 }],
  ['bytes 4-3/10', null],
  ['bytes 0-10/10', null],
  ['bytes 0-9/*', null],
  ['xbytes 0-9/10', null],
  ['bytes 0-9/10x', null],
  [undefined, null],
])('the content range %j is %j', (header, range) => {
  expect(readContentRange(header)).toEqual(range);
});

test.each([
  ['bytes=5-9', 5, 9, 100, true],
  ['bytes=5-9', 4, 9, 100, false],
  ['bytes=5-9', 5, 8, 100, false],
  ['bytes=5-900', 5, 99, 100, true],
  ['bytes=5-', 5, 99, 100, true],
  ['bytes=5-', 5, 98, 100, false],
  ['bytes=-10', 90, 99, 100, true],
  ['bytes=-10', 90, 98, 100, false],
  ['bytes=-10', 89, 99, 100, false],
  ['bytes=-500', 0, 99, 100, true],
])('%s is answered by %d-%d of %d: %s', (range, from, to, totalBytes, expected) => {
  expect(isRangeAsked(range, { from, to, totalBytes })).toBe(expected);
});

test.each([
  ['bytes=5-9', { from: 5, to: 9, totalBytes: 100 }],
  ['bytes=5-900', { from: 5, to: 99, totalBytes: 100 }],
  ['bytes=99-', { from: 99, to: 99, totalBytes: 100 }],
  ['bytes=-10', { from: 90, to: 99, totalBytes: 100 }],
  ['bytes=-500', { from: 0, to: 99, totalBytes: 100 }],
  ['bytes=100-', null],
  ['bytes=-0', null],
])('of a hundred bytes %s means %j', (range, expected) => {
  expect(resolveRange(range, 100)).toEqual(expected);
});

test('the length in a refused range is read', () => {
  expect([readUnsatisfied(' bytes */500 '), readUnsatisfied('bytes 0-1/500')]).toEqual([500, null]);
  expect([
    readUnsatisfied('xbytes */500'),
    readUnsatisfied('bytes */5x'),
    readUnsatisfied(undefined),
  ]).toEqual([...[null, null, null]]);
});

test.each([
  ['"a"', '"a"'],
  [`"${'a'.repeat(200)}"`, `"${'a'.repeat(200)}"`],
  [`"${'a'.repeat(201)}"`, null],
  ['W/"a"', null],
  ['"a", "b"', null],
  ['"a"b', null],
  ['""', null],
  ['"a b"', null],
  ['a', null],
  [undefined, null],
  [['"a"'], null],
])('%j is the strong validator %j', (header, tag) => {
  expect(strongTag(header)).toBe(tag);
});

test('a file without a strong tag is told by when it was changed', () => {
  expect(validatorOf({ headers: { etag: '"a"', 'last-modified': 'x' } })).toBe('"a"');
  expect(validatorOf({ headers: { etag: 'W/"a"', 'last-modified': 'x' } })).toBe('x');
  expect(validatorOf({ headers: {} })).toBeNull();
});
