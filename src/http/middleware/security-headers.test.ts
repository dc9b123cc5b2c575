import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

test.each([
  ['https://unspool.example', 'same-origin'],
  ['http://localhost:3000', 'same-origin'],
  ['http://127.0.0.1:3000', 'same-origin'],
  ['http://[::1]:3000', 'same-origin'],
  ['http://nas.local:3000', undefined],
  ['http://192.168.1.20:3000', undefined],
  ['http://localhost.example', undefined],
])('%s: an opener policy only where browsers accept it', (origin, expected) => {
  expect(securityHeaders(origin)['cross-origin-opener-policy']).toBe(expected);
});
