import { expect, test } from 'vitest';
import { acceptedEncoding } from './accepted-encoding.ts';

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
])('%s asks for %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

test('only what is offered is chosen', () => {
  expect(acceptedEncoding('gzip, br', (name) => name === 'gzip')).toBe('gzip');
  expect(acceptedEncoding('br', (name) => name === 'gzip')).toBe(undefined);
});
