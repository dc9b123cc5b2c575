import { expect, test } from 'vitest';
import {
  type PageFetch,
  type PageFetchError,
  type PageResponse,
  type RequestProfile,
  requestProfiles,
} from '../contract.ts';
import { detectPrivateAccount } from '../strategies/post-page.ts';
import { tryProfiles } from '../strategies/run-strategies.ts';
import type { Outcome } from './outcome.ts';
import { createProfileRanking } from './profiles.ts';
import { classifyDataStatus, classifyRedirect, classifyStatus, openRequestSession } from './session.ts';

const origin = 'https://www.threads.com';
const limits = { totalMs: 1_000, pageMs: 800, dataMs: 500, pageBytes: 100, dataBytes: 50 };
const page = { url: `${origin}/x`, method: 'GET' as const, headers: {}, maxBytes: 100, timeoutMs: 800 };

type FetchResult = Awaited<ReturnType<PageFetch>>;
const buildResponse = (status: number, overrides: Partial<PageResponse> = {}): PageResponse => ({
  status,
  location: null,
  retryAfterSeconds: null,
  cookies: [],
  text: '',
  ...overrides,
});
const okResult = (status: number, location: string | null = null): FetchResult => ({
  ok: true,
  value: buildResponse(status, { location }),
});

function start(result: FetchResult | Promise<FetchResult> = okResult(200), totalMs = 60_000) {
  const clock = { now: 5_000 };
  const requests: Parameters<PageFetch>[0][] = [];
  const session = openRequestSession(
    {
      fetch: async (request) => {
        requests.push(request);
        return result;
      },
      origin,
      profiles: requestProfiles,
      now: () => clock.now,
      random: () => 0,
    },
    limits,
    createProfileRanking(requestProfiles, () => clock.now),
    clock.now + totalMs,
  );
  return {
    clock,
    requests,
    session,
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  };
}

test('a request gets its own timeout, or the time left in the session', async () => {
  await using fixture = start();
  expect(await fixture.session.request(page)).toMatchObject({ status: 200 });
  fixture.clock.now += 59_700;
  await fixture.session.request(page);
  expect(fixture.requests.map(({ timeoutMs }) => timeoutMs)).toEqual([800, 300]);
  expect(fixture.session.isExpired()).toBe(false);
  fixture.clock.now += 300;
  expect(fixture.session.isExpired()).toBe(true);
  expect(await fixture.session.request(page)).toEqual({ kind: 'timeout' });
  expect(fixture.requests).toHaveLength(2);
});

test('an ended session sends no requests and aborts the pending one', async () => {
  const fixture = start(new Promise(() => undefined));
  const pending = fixture.session.request(page);
  await fixture.session[Symbol.asyncDispose]();
  expect(await pending).toEqual({ kind: 'timeout' });
  expect(fixture.requests[0]?.signal.aborted).toBe(true);
  expect(fixture.session.isExpired()).toBe(true);
  expect(await fixture.session.request(page)).toEqual({ kind: 'timeout' });
  expect(fixture.requests).toHaveLength(1);
});

test.each<[PageFetchError['code'], Outcome['kind']]>([
  ['timeout', 'timeout'],
  ['too_large', 'unrecognized'],
  ['refused', 'unreachable'],
  ['unreachable', 'unreachable'],
])('a request that fails with %s results in %s with its cause', async (code, kind) => {
  const cause = new Error('socket closed');
  await using fixture = start({ ok: false, error: { code, cause } });
  expect(await fixture.session.request(page)).toEqual({
    kind,
    cause: new Error(`request failed: ${code}`, { cause }),
  });
});

const fallback: Outcome = { kind: 'gone' };

test.each<[number, string | null, Outcome['kind']]>([
  [302, '/login?next=x', 'private'],
  [302, '/', 'gone'],
  [302, 'https://evil.example/', 'gone'],
  [302, null, 'gone'],
  [200, '/login', 'gone'],
  [299, '/login', 'gone'],
  [400, '/login', 'gone'],
])('a profile page with status %d and location %s means %s', async (status, location, kind) => {
  await using fixture = start(okResult(status, location));
  expect((await detectPrivateAccount(fixture.session, 'maker', 'P1', fallback)).kind).toBe(kind);
  expect(fixture.requests[0]).toMatchObject({ url: `${origin}/@maker`, method: 'GET', maxBytes: 100 });
});

test('without a user name, a response or time, the outcome stays the same', async () => {
  await using fixture = start(okResult(302, '/login'), 1_000);
  expect(await detectPrivateAccount(fixture.session, null, 'P1', fallback)).toBe(fallback);
  fixture.clock.now += 1_000;
  expect(await detectPrivateAccount(fixture.session, 'maker', 'P1', fallback)).toBe(fallback);
  expect(fixture.requests).toEqual([]);
  await using unreachable = start({ ok: false, error: { code: 'unreachable' } });
  expect(await detectPrivateAccount(unreachable.session, 'maker', 'P1', fallback)).toBe(fallback);
});

test.each<[Outcome['kind'][], number]>([
  [['empty_page', 'blocked', 'unrecognized', 'not_found', 'empty_page'], 5],
  [['unreachable', 'empty_page', 'timeout', 'empty_page'], 3],
  [['timeout', 'unreachable'], 2],
  [['empty_page', 'gone'], 2],
  [['parse_error'], 1],
])('with the outcomes %j, %d profiles are tried', async (kinds, count) => {
  await using fixture = start();
  const triedProfiles: RequestProfile[] = [];
  const outcomes = await tryProfiles(fixture.session, 'page', async (profile) => {
    triedProfiles.push(profile);
    return { kind: kinds[triedProfiles.length - 1] ?? 'empty_page' } as Outcome;
  });
  expect(triedProfiles).toEqual(requestProfiles.slice(0, count));
  expect(outcomes.map(({ strategy }) => strategy)).toEqual(Array(count).fill('page'));
});

const ownOrigin = 'http://127.0.0.1:4000';
const classify = (location: string) => classifyRedirect(location, `${ownOrigin}/share/BAdemo12/`, ownOrigin);

test.each([
  ['/@alma.demo/post/DAsked00001?xmt=1', '/@alma.demo/post/DAsked00001?xmt=1'],
  ['https://www.threads.com/@alma.demo/post/DAsked00001', '/@alma.demo/post/DAsked00001'],
  ['http://threads.net/@alma.demo/post/DAsked00001', '/@alma.demo/post/DAsked00001'],
  [`${ownOrigin}/@alma.demo/post/DAsked00001`, '/@alma.demo/post/DAsked00001'],
  ['//www.threads.com/@alma.demo/post/DAsked00001', '/@alma.demo/post/DAsked00001'],
])('%s is rewritten to the post on our own origin', (location, path) => {
  expect(classify(location)).toEqual({
    kind: 'link',
    link: { kind: 'post', code: 'DAsked00001', username: 'alma.demo' },
    url: `${ownOrigin}${path}`,
  });
});

test.each([
  ['https://www.threads.com/?error=invalid_post', 'invalid_post'],
  ['/?error=invalid_post', 'invalid_post'],
  ['/login/?next=%2F', 'login'],
  ['https://www.threads.com/accounts/login', 'login'],
  ['https://www.instagram.com/accounts/login/', 'login'],
  ['/', 'other'],
  ['/@alma.demo', 'other'],
  ['/loginless', 'other'],
  ['/a/login/', 'other'],
  [`/${'a'.repeat(4_095)}`, 'other'],
  [`/${'a'.repeat(4_096)}`, 'foreign'],
])('%s is classified as %s', (location, kind) => {
  expect(classify(location).kind).toBe(kind);
});

test.each([
  'https://evil.example/@alma.demo/post/DAsked00001',
  'https://www.threads.com.evil.example/@a/post/DAsked00001',
  'https://www.threads.com@evil.example/@a/post/DAsked00001',
  'https://user@www.threads.com/@a/post/DAsked00001',
  'https://:pass@www.threads.com/@a/post/DAsked00001',
  'ftp://www.threads.com/@a/post/DAsked00001',
  'barcelona://www.threads.com/@a/post/DAsked00001',
  'https://www.threads.com:8443/@a/post/DAsked00001',
  'https://www.threads.com\\@evil.example/@a/post/DAsked00001',
  'http://127.0.0.1:4001/@a/post/DAsked00001',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://',
  `https://www.threads.com/${'a'.repeat(5_000)}`,
])('%s is foreign and never requested', (location) => {
  expect(classify(location)).toEqual({ kind: 'foreign' });
});

const getKind = (status: number, overrides?: Partial<PageResponse>) =>
  classifyStatus(buildResponse(status, overrides))?.kind ?? null;

test.each([
  [199, 'unrecognized'],
  [200, null],
  [399, null],
  [400, 'blocked'],
  [404, 'gone'],
  [410, 'gone'],
  [429, 'busy'],
  [499, 'blocked'],
  [500, 'unreachable'],
  [503, 'unreachable'],
])('status %d alone means %s', (status, kind) => {
  expect(getKind(status)).toBe(kind);
});

test('a response or a redirect to a check for robots is a checkpoint', () => {
  const text = '{"message":"checkpoint_required","checkpoint_url":"/challenge/"}';
  expect([getKind(400, { text }), getKind(403, { text }), getKind(400), getKind(200, { text })]).toEqual([
    'checkpoint',
    'checkpoint',
    'blocked',
    null,
  ]);
});

test('a 401 response that asks to wait is busy', () => {
  const text = '{"message":"Please wait a few minutes before you try again."}';
  expect(getKind(401, { text, retryAfterSeconds: 3 })).toBe('busy');
  expect(getKind(401)).toBe('blocked');
  expect(getKind(200, { text })).toBeNull();
});

test('a 503 response with Retry-After is busy, and the cause names the status', () => {
  expect(classifyStatus(buildResponse(503, { retryAfterSeconds: 7 }))).toEqual({
    kind: 'busy',
    retryAfterSeconds: 7,
    cause: new Error('status 503'),
  });
  expect(classifyStatus(buildResponse(429, { retryAfterSeconds: 9 }))).toMatchObject({
    retryAfterSeconds: 9,
  });
  expect(getKind(500, { retryAfterSeconds: 7 })).toBe('unreachable');
});

test.each([
  [404, null, 'inapplicable'],
  [410, null, 'inapplicable'],
  [405, null, 'inapplicable'],
  [400, null, 'blocked'],
  [429, null, 'busy'],
  [200, null, null],
  [300, null, 'blocked'],
  [302, '/login', 'login'],
  [302, '/challenge/?next=%2F', 'checkpoint'],
  [302, 'https://www.instagram.com/challenge/', 'checkpoint'],
  [302, '/@alma.demo', 'unrecognized'],
  [302, '/@alma.demo/post/DAsked00001', 'unrecognized'],
  [302, '/?error=invalid_post', 'blocked'],
  [302, 'https://evil.example/', 'blocked'],
])('for a data endpoint, status %d with location %s means %s', (status, location, kind) => {
  const outcome = classifyDataStatus(buildResponse(status, { location }), `${origin}/api/graphql`, origin);
  expect(outcome?.kind ?? null).toBe(kind);
});

test('the cause names the kind of redirect', () => {
  expect(classifyDataStatus(buildResponse(302, { location: '/login' }), `${origin}/x`, origin)).toMatchObject(
    {
      cause: new Error('redirected: login'),
    },
  );
});
