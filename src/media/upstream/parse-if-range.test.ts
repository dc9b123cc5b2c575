import { expect, test } from 'vitest';
import { parseIfRange } from './range.ts';

const etag = '"abc-1f"';
const read = (range?: string, ifRange?: string, method = 'GET') =>
  parseIfRange({ method, headers: { ...(range && { range }), ...(ifRange && { 'if-range': ifRange }) } });

test.each(['bytes=1-', 'bytes=00100-', 'bytes=7-9', 'BYTES=5-'])(
  '%s with its validator is a resume',
  (range) => {
    expect(read(range, etag)).toBe(etag);
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
  ['bytes=5-', 'abc-1f'],
  ['bytes=5-', `W/${etag}`],
  ['bytes=5-', `${etag}, ${etag}`],
  ['bytes=5-', '""'],
  ['bytes=5-', '*'],
  ['bytes=5-', 'Thu, 01 Jan 2026 00:00:00 GMT'],
  ['bytes=5-', `"${'x'.repeat(300)}"`],
])('%s with %s is not a resume', (range, ifRange) => {
  expect(read(range, ifRange)).toBeNull();
});

test('a HEAD request is not a resume', () => {
  expect(read('bytes=5-', etag, 'HEAD')).toBeNull();
});
