import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import {
  createEntityTagger,
  parseIfRange,
  parseRange,
  parseStrongETag,
  resolveRange,
  upstreamValidator,
  validateHead,
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
  ['bytes=0-1-2', null],
  ['bytes=a-b', null],
  ['bytes 0-1', null],
  ['lines=1-2', null],
  ['xbytes=1-2', null],
  ['bytes=1-2x', null],
  [`bytes=${' '.repeat(56)}1-23`, null],
  [`bytes=1-2${' '.repeat(55)}x`, null],
  ['', null],
  [undefined, null],
])('the range %j is sent to the CDN as %j', (header, range) => {
  expect(parseRange(header)).toBe(range);
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

const etag = '"abc-1f"';
const read = (range?: string, ifRange?: string, method = 'GET') =>
  parseIfRange({ method, headers: { ...(range && { range }), ...(ifRange && { 'if-range': ifRange }) } });

test.each(['bytes=1-', 'bytes=00100-', 'bytes=7-9', 'BYTES=5-'])(
  '%s with its validator is a resume, unless it is a HEAD request',
  (range) => {
    expect(read(range, etag)).toBe(etag);
    expect(read(range, etag, 'HEAD')).toBeNull();
  },
);

test.each([
  ['bytes=0-', etag],
  ['bytes=000-', etag],
  ['bytes=-5', etag],
  ['bytes=5-4', etag],
  ['bytes=5-9,20-', etag],
  ['items=5-', etag],
  [undefined, etag],
  ['bytes=5-', undefined],
  ['bytes=5-', `W/${etag}`],
  ['bytes=5-', 'Thu, 01 Jan 2026 00:00:00 GMT'],
])('%s with %s is not a resume', (range, ifRange) => {
  expect(read(range, ifRange)).toBeNull();
});

const head = (statusCode: number, headers: IncomingMessage['headers'], range: string | null = null) =>
  validateHead({ statusCode, headers } as IncomingMessage, { range });

test.each([
  ['bytes 0-9/10', { from: 0, to: 9, totalBytes: 10 }],
  [' BYTES 3-3/10 ', { from: 3, to: 3, totalBytes: 10 }],
  ['bytes 4-3/10', null],
  ['bytes 0-10/10', null],
  ['bytes 0-9/*', null],
  ['xbytes 0-9/10', null],
  ['bytes 0-9/10x', null],
  [undefined, null],
])('the content range %j is parsed as %j', (contentRange, range) => {
  const { from, to } = range ?? { from: 0, to: 9 };
  const result = head(206, contentRange ? { 'content-range': contentRange } : {}, `bytes=${from}-${to}`);
  if (range) expect(result).toMatchObject({ ok: true, value: { range, totalBytes: range.totalBytes } });
  else expect(result).toMatchObject({ ok: false, error: { code: 'media.unreachable' } });
});

test.each([
  ['bytes=5-9', '5-9', true],
  ['bytes=5-9', '4-9', false],
  ['bytes=5-9', '5-8', false],
  ['bytes=5-900', '5-99', true],
  ['bytes=5-', '5-99', true],
  ['bytes=5-', '5-98', false],
  ['bytes=-10', '90-99', true],
  ['bytes=-10', '90-98', false],
  ['bytes=-10', '89-99', false],
  ['bytes=-500', '0-99', true],
])('%s matches the response %s of 100 bytes: %s', (range, sent, expected) => {
  expect(head(206, { 'content-range': `bytes ${sent}/100` }, range).ok).toBe(expected);
});

test.each([
  [' bytes */500 ', 500],
  ['bytes 0-1/500', undefined],
  ['xbytes */500', undefined],
  ['bytes */5x', undefined],
  [undefined, undefined],
])('an unsatisfied range with Content-Range %j has the length %j', (contentRange, totalBytes) => {
  const headers = contentRange ? { 'content-range': contentRange } : {};
  const error = { code: 'media.range', ...(totalBytes && { totalBytes }) };
  expect(head(416, headers, 'bytes=900-')).toEqual({ ok: false, error });
});

test.each([
  [416, {}, null, 'media.gone'],
  [408, {}, null, 'media.unreachable'],
  [400, {}, null, 'media.gone'],
  [403, {}, null, 'media.gone'],
  [404, {}, null, 'media.gone'],
  [410, {}, null, 'media.gone'],
  [499, {}, null, 'media.gone'],
  [500, {}, null, 'media.unreachable'],
  [502, {}, null, 'media.unreachable'],
  [204, {}, null, 'media.unreachable'],
  [304, {}, null, 'media.unreachable'],
  [429, {}, null, 'media.busy'],
  [503, {}, null, 'media.busy'],
  [206, { 'content-range': 'bytes 0-1/9' }, null, 'media.unreachable'],
  [206, { 'content-range': 'bytes 0-1/9', 'content-length': '3' }, 'bytes=0-1', 'media.unreachable'],
  [200, { 'content-encoding': 'gzip', 'content-length': '3' }, null, 'media.wrong_type'],
  [200, { 'content-length': '0' }, null, 'media.wrong_type'],
  [200, {}, null, 'media.unreachable'],
])('a response %d with %j to the range %s is rejected as %s', (status, headers, range, code) => {
  expect(head(status, headers, range)).toMatchObject({ ok: false, error: { code } });
});

test('a whole file and the requested range are accepted with their lengths', () => {
  expect(head(200, { 'content-length': '9', 'content-encoding': 'identity' })).toEqual({
    ok: true,
    value: { range: null, length: 9, totalBytes: 9 },
  });
  expect(head(200, { 'transfer-encoding': 'chunked', 'content-length': '9' })).toMatchObject({
    value: { length: null },
  });
  expect(head(206, { 'content-range': 'bytes 0-1/9' }, 'bytes=0-1')).toEqual({
    ok: true,
    value: { range: { from: 0, to: 1, totalBytes: 9 }, length: 2, totalBytes: 9 },
  });
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
  ['*', null],
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

test('an entity tag depends on path, transform and length, not on host and signature', () => {
  const tagger = createEntityTagger('a secret of at least thirty-two bytes');
  const tag = (path: string, bytes = 1_000) => tagger.create(`https://a.fbcdn.net/${path}`, bytes);
  const entityTag = tag('a.jpg?stp=x&oh=1');
  expect(entityTag).toMatch(/^"[\w-]{22}-rs"$/);
  expect(tag('a.jpg?oh=2&stp=x')).toBe(entityTag);
  for (const other of [tag('b.jpg?stp=x'), tag('a.jpg?stp=y'), tag('a.jpg'), tag('a.jpg?stp=x', 1_001)])
    expect(other).not.toBe(entityTag);
  expect(tagger.matchesUrl('https://b.fbcdn.net/a.jpg?stp=x', entityTag)).toBe(true);
  expect(tagger.matchesUrl('https://a.fbcdn.net/b.jpg?stp=x', entityTag)).toBe(false);
  expect(tagger.matchesUrl('https://a.fbcdn.net/a.jpg?stp=x', `x${entityTag}`)).toBe(false);
});
