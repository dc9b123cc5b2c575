import { expect, test } from 'vitest';
import { parseStrongETag, upstreamValidator } from '../entity-tag.ts';
import {
  isRequestedRange,
  parseContentRange,
  parseRange,
  parseUnsatisfiedRange,
  resolveRange,
} from './range.ts';

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
])('the range %j is sent to the CDN as %j', (header, range) => {
  expect(parseRange(header)).toBe(range);
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
])('the content range %j is parsed as %j', (header, range) => {
  expect(parseContentRange(header)).toEqual(range);
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
])('%s matches the response %d-%d of %d: %s', (range, from, to, totalBytes, expected) => {
  expect(isRequestedRange(range, { from, to, totalBytes })).toBe(expected);
});

test.each([
  ['bytes=5-9', { from: 5, to: 9, totalBytes: 100 }],
  ['bytes=5-900', { from: 5, to: 99, totalBytes: 100 }],
  ['bytes=99-', { from: 99, to: 99, totalBytes: 100 }],
  ['bytes=-10', { from: 90, to: 99, totalBytes: 100 }],
  ['bytes=-500', { from: 0, to: 99, totalBytes: 100 }],
  ['bytes=100-', null],
  ['bytes=-0', null],
])('%s resolves in a 100-byte file to %j', (range, expected) => {
  expect(resolveRange(range, 100)).toEqual(expected);
});

test('the length in an unsatisfied range is parsed', () => {
  expect([parseUnsatisfiedRange(' bytes */500 '), parseUnsatisfiedRange('bytes 0-1/500')]).toEqual([
    500,
    null,
  ]);
  expect([
    parseUnsatisfiedRange('xbytes */500'),
    parseUnsatisfiedRange('bytes */5x'),
    parseUnsatisfiedRange(undefined),
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
])('%j is parsed as the strong ETag %j', (header, tag) => {
  expect(parseStrongETag(header)).toBe(tag);
});

test('a file without a strong ETag is identified by Last-Modified', () => {
  expect(upstreamValidator({ headers: { etag: '"a"', 'last-modified': 'x' } })).toBe('"a"');
  expect(upstreamValidator({ headers: { etag: 'W/"a"', 'last-modified': 'x' } })).toBe('x');
  expect(upstreamValidator({ headers: {} })).toBeNull();
});
