import { expect, test } from 'vitest';
import { type PageFetch, type PageFetchError, type RequestProfile, requestProfiles } from '../contract.ts';
import { detectPrivateAccount } from '../strategies/post-page.ts';
import { tryProfiles } from '../strategies/run-strategies.ts';
import type { Outcome } from './outcome.ts';
import { createProfileRanking, headersForData, headersForEmbed, headersForPage } from './profiles.ts';
import { openRequestSession } from './session.ts';

const origin = 'https://www.threads.com';
const limits = { totalMs: 1_000, pageMs: 800, dataMs: 500, pageBytes: 100, dataBytes: 50 };
const page = { url: `${origin}/x`, method: 'GET' as const, headers: {}, maxBytes: 100, timeoutMs: 800 };

type FetchResult = Awaited<ReturnType<PageFetch>>;
const okResult = (status: number, location: string | null = null): FetchResult => ({
  ok: true,
  value: { status, location, retryAfterSeconds: null, cookies: [], text: '' },
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

test.each(requestProfiles)('no header of %s is empty, and pages are requested in English', (profile) => {
  const headers = headersForPage(profile);
  expect(Object.values(headers).filter((value) => value.trim() === '')).toEqual([]);
  expect(headers).toMatchObject({
    'user-agent': expect.stringMatching(/^Mozilla\/5\.0 \(/),
    accept: expect.stringMatching(/^text\/html,/),
    'accept-language': 'en-US,en;q=0.9',
  });
});

test('the headers of a browser are consistent for pages, embeds and data requests', () => {
  expect(headersForPage('P2')).toMatchObject({
    'user-agent': expect.stringMatching(/Windows.*Chrome\/146\./),
    'sec-ch-ua': expect.stringContaining('"Google Chrome";v="146"'),
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': '"Windows"',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'none',
    'sec-fetch-user': '?1',
  });
  expect(headersForEmbed('P1')).toMatchObject({ 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' });
  expect(headersForEmbed('P1')).not.toHaveProperty('sec-fetch-user');
  expect(headersForEmbed('P5')).toEqual(headersForPage('P5'));
  const data = headersForData('P2', origin, `${origin}/x`);
  expect(data).toMatchObject({ origin, referer: `${origin}/x`, 'sec-ch-ua-mobile': '?0', accept: '*/*' });
  expect(data).toMatchObject({ 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' });
  expect(data).not.toHaveProperty('upgrade-insecure-requests');
});
