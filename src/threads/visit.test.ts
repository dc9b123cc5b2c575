import { expect, test } from 'vitest';
import { type PageFailure, type PageFetch, type RequestProfile, requestProfiles } from './contract.ts';
import type { Outcome } from './outcome.ts';
import { rankProfiles } from './rank-profiles.ts';
import { headersForData, headersForEmbed, headersForPage } from './request-profiles.ts';
import { tellPrivate } from './tell-private.ts';
import { tryProfiles } from './try-profiles.ts';
import { openVisit } from './visit.ts';

const origin = 'https://www.threads.com';
const limits = { totalMs: 1_000, pageMs: 800, dataMs: 500, pageBytes: 100, dataBytes: 50 };
const page = { url: `${origin}/x`, method: 'GET' as const, headers: {}, maxBytes: 100, timeoutMs: 800 };

type Answered = Awaited<ReturnType<PageFetch>>;
const answered = (status: number, location: string | null = null): Answered => ({
  ok: true,
  value: { status, location, retryAfterSeconds: null, cookies: [], text: '' },
});

function start(answer: Answered | Promise<Answered> = answered(200), totalMs = 60_000) {
  const clock = { now: 5_000 };
  const asked: Parameters<PageFetch>[0][] = [];
  const visit = openVisit(
    {
      fetch: async (request) => {
        asked.push(request);
        return answer;
      },
      ...{ origin, profiles: requestProfiles, now: () => clock.now, random: () => 0 },
    },
    limits,
    totalMs,
  );
  return { clock, asked, visit, [Symbol.asyncDispose]: () => visit[Symbol.asyncDispose]() };
}

test('a request has the time it asks for, or what is left of the visit', async () => {
  await using scene = start();
  expect(await scene.visit.ask(page)).toEqual(answered(200));
  scene.clock.now += 59_700;
  await scene.visit.ask(page);
  expect(scene.asked.map(({ timeoutMs }) => timeoutMs)).toEqual([800, 300]);
  expect(scene.visit.isOver()).toBe(false);
  scene.clock.now += 300;
  expect(scene.visit.isOver()).toBe(true);
  expect(await scene.visit.ask(page)).toEqual({ ok: false, outcome: { kind: 'timeout' } });
  expect(scene.asked).toHaveLength(2);
});

test('a visit that has ended asks nothing, and leaves what is under way', async () => {
  const scene = start(new Promise(() => undefined));
  const waiting = scene.visit.ask(page);
  await scene.visit[Symbol.asyncDispose]();
  expect(await waiting).toEqual({ ok: false, outcome: { kind: 'timeout' } });
  expect(scene.asked[0]?.signal.aborted).toBe(true);
  expect(scene.visit.isOver()).toBe(true);
  expect(await scene.visit.ask(page)).toEqual({ ok: false, outcome: { kind: 'timeout' } });
  expect(scene.asked).toHaveLength(1);
});

test.each<[PageFailure['code'], Outcome['kind']]>([
  ['timeout', 'timeout'],
  ['too_large', 'unrecognised'],
  ['refused', 'unreachable'],
  ['unreachable', 'unreachable'],
])('a request that fails as %s is told as %s, with its cause', async (code, kind) => {
  const cause = new Error('below');
  await using scene = start({ ok: false, error: { code, cause } });
  expect(await scene.visit.ask(page)).toEqual({
    ok: false,
    outcome: { kind, cause: new Error(`request failed: ${code}`, { cause }) },
  });
});

const otherwise: Outcome = { kind: 'gone' };

test.each<[number, string | null, Outcome['kind']]>([
  [302, '/login?next=x', 'private'],
  [302, '/', 'gone'],
  [302, 'https://evil.example/', 'gone'],
  [302, null, 'gone'],
  [200, '/login', 'gone'],
  [299, '/login', 'gone'],
  [400, '/login', 'gone'],
])('a profile that answers %d to %s means %s', async (status, location, kind) => {
  await using scene = start(answered(status, location));
  expect((await tellPrivate(scene.visit, 'maker', 'P1', otherwise)).kind).toBe(kind);
  expect(scene.asked[0]).toMatchObject({ url: `${origin}/@maker`, method: 'GET', maxBytes: 100 });
});

test('without a name, an answer or time nothing more is known', async () => {
  await using scene = start(answered(302, '/login'), 1_000);
  expect(await tellPrivate(scene.visit, null, 'P1', otherwise)).toBe(otherwise);
  scene.clock.now += 1_000;
  expect(await tellPrivate(scene.visit, 'maker', 'P1', otherwise)).toBe(otherwise);
  expect(scene.asked).toEqual([]);
  await using broken = start({ ok: false, error: { code: 'unreachable' } });
  expect(await tellPrivate(broken.visit, 'maker', 'P1', otherwise)).toBe(otherwise);
});

test.each<[Outcome['kind'][], number]>([
  [['shell', 'refused', 'unrecognised', 'absent', 'shell'], 5],
  [['unreachable', 'shell', 'timeout', 'shell'], 3],
  [['timeout', 'unreachable'], 2],
  [['shell', 'gone'], 2],
  [['misread'], 1],
])('of the profiles that end as %j so many are tried: %d', async (kinds, count) => {
  await using scene = start();
  const tried: RequestProfile[] = [];
  const ranking = rankProfiles(requestProfiles, () => 0);
  const outcomes = await tryProfiles(scene.visit, ranking, 'page', async (profile) => {
    tried.push(profile);
    return { kind: kinds[tried.length - 1] ?? 'shell' } as Outcome;
  });
  expect(tried).toEqual(requestProfiles.slice(0, count));
  expect(outcomes.map(({ strategy }) => strategy)).toEqual(Array(count).fill('page'));
});

test.each(requestProfiles)('every header of %s says something, and asks for pages in English', (profile) => {
  const headers = headersForPage(profile);
  expect(Object.values(headers).filter((value) => value.trim() === '')).toEqual([]);
  expect(headers).toMatchObject({
    'user-agent': expect.stringMatching(/^Mozilla\/5\.0 \(/),
    accept: expect.stringMatching(/^text\/html,/),
    'accept-language': 'en-US,en;q=0.9',
  });
});

test('the headers of a browser fit together, on a page, in a card and in a request for data', () => {
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
