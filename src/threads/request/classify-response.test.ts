import { expect, test } from 'vitest';
import type { PageResponse } from '../contract.ts';
import { classifyDataStatus, classifyStatus } from './session.ts';

const origin = 'https://www.threads.com';
const response = (status: number, overrides: Partial<PageResponse> = {}): PageResponse => ({
  status,
  location: null,
  retryAfterSeconds: null,
  cookies: [],
  text: '',
  ...overrides,
});
const getKind = (status: number, overrides?: Partial<PageResponse>) =>
  classifyStatus(response(status, overrides))?.kind ?? null;

test.each([
  [100, 'unrecognized'],
  [199, 'unrecognized'],
  [200, null],
  [302, null],
  [399, null],
  [400, 'blocked'],
  [403, 'blocked'],
  [404, 'gone'],
  [410, 'gone'],
  [429, 'busy'],
  [499, 'blocked'],
  [500, 'unreachable'],
  [503, 'unreachable'],
])('status %d alone means %s', (status, kind) => {
  expect(getKind(status)).toBe(kind);
});

test('a 503 response with Retry-After is busy, and the cause names the status', () => {
  expect(classifyStatus(response(503, { retryAfterSeconds: 7 }))).toEqual({
    kind: 'busy',
    retryAfterSeconds: 7,
    cause: new Error('status 503'),
  });
  expect(classifyStatus(response(429, { retryAfterSeconds: 9 }))).toMatchObject({ retryAfterSeconds: 9 });
  expect(getKind(500, { retryAfterSeconds: 7 })).toBe('unreachable');
});

test.each([
  [404, null, 'inapplicable'],
  [410, null, 'inapplicable'],
  [405, null, 'inapplicable'],
  [400, null, 'blocked'],
  [429, null, 'busy'],
  [200, null, null],
  [299, null, null],
  [300, null, 'blocked'],
  [302, '/login', 'blocked'],
  [302, '/@alma.demo', 'unrecognized'],
  [302, '/@alma.demo/post/DAsked00001', 'unrecognized'],
  [302, '/?error=invalid_post', 'blocked'],
  [302, 'https://evil.example/', 'blocked'],
])('for a data endpoint, status %d with location %s means %s', (status, location, kind) => {
  const outcome = classifyDataStatus(response(status, { location }), `${origin}/api/graphql`, origin);
  expect(outcome?.kind ?? null).toBe(kind);
});

test('the cause names the kind of redirect', () => {
  expect(classifyDataStatus(response(302, { location: '/login' }), `${origin}/x`, origin)).toMatchObject({
    cause: new Error('redirected: login'),
  });
});
