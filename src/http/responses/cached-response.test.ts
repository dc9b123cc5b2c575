import { expect, test } from 'vitest';
import { negotiateEncoding } from './cached-response.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5 , gzip', 'br'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['br; q=0.000,gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['xbr, gzipped', undefined],
])('Accept-Encoding %s selects %s', (header, encoding) => {
  expect(negotiateEncoding(header)).toBe(encoding);
});

test('selects only available encodings', () => {
  expect(negotiateEncoding('gzip, br', (name) => name === 'gzip')).toBe('gzip');
  expect(negotiateEncoding('br', (name) => name === 'gzip')).toBe(undefined);
});
