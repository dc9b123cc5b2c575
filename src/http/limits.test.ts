import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startTestServer } from '#test/support/start-server.ts';
import { stressRuns } from '#test/support/stress.ts';
import { startThreadsTestServer } from './fixtures/threads-test-server.ts';

/** A fixed clock: no rate-limit window ends during a test. */
const fixedNow = Date.now();
const overrides = { now: () => fixedNow };
const allowedResult = { isAllowed: true, limit: 9, remaining: 9, windowSeconds: 60, resetSeconds: 1 };
const environment = { LIMITS_SCALE: '1', TRUSTED_PROXIES: '127.0.0.1' };

async function runSequentially<T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let index = 0; index < count; index += 1) all.push(await run(index));
  return all;
}

test('a client gets 20 posts a minute, then a 429 with the wait time', async () => {
  await using server = await startThreadsTestServer({ overrides, environment });
  const from = (address: string, language = 'en') =>
    server.call({ url: scenes.photo.link }, { 'x-forwarded-for': address, 'accept-language': language });
  const responses = await runSequentially(21, () => from('192.0.2.1', 'de'));
  expect(responses.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429]);
  expect(responses[0]?.headers.get('ratelimit-policy')).toBe('"extractions";q=20;w=60');
  expect(responses[0]?.headers.get('ratelimit')).toBe('"extractions";r=19;t=60');
  const last = responses[20];
  const seconds = Number(last?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(await last?.json()).toEqual({
    success: false,
    code: 'limit.reached',
    retryAfter: seconds,
    error: expect.stringContaining(`in ${seconds} Sekunde`),
  });
  expect((await from('192.0.2.2')).status).toBe(200);
});

test('an IPv6 network is one client, and spoofed addresses change nothing', async () => {
  await using server = await startThreadsTestServer({ overrides, environment });
  const addressInNetwork = (index: number) =>
    server.call(
      { url: scenes.photo.link },
      {
        'x-forwarded-for': `203.0.113.${index}, 2001:db8:0:1::${index.toString(16)}`,
      },
    );
  const responses = await runSequentially(stressRuns(100, 1_000), addressInNetwork);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);

  await using plain = await startThreadsTestServer({ overrides, environment: { LIMITS_SCALE: '1' } });
  const spoofed = await runSequentially(21, (index) =>
    plain.call({ url: scenes.photo.link }, { 'x-forwarded-for': `192.0.2.${index}` }),
  );
  expect(spoofed.filter(({ status }) => status === 429)).toHaveLength(1);
});

test('input without a post link does not count toward the limit', async () => {
  await using server = await startThreadsTestServer({ overrides, environment });
  const responses = await runSequentially(30, () => server.call({ url: 'https://example.org/' }));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
});

test('forms without scripts are limited and told the wait time', async () => {
  const limitedForHeaders: (string | null)[] = [];
  await using server = await startTestServer({
    overrides,
    environment,
    web: async (request) => {
      limitedForHeaders.push(request.headers.get('x-limited-for'));
      return new Response('page', { headers: { 'content-type': 'text/html' } });
    },
  });
  const responses = await runSequentially(21, () =>
    fetch(`${server.origin}/de`, { method: 'POST', body: 'link=x', headers: { 'x-limited-for': '7' } }),
  );
  expect(responses.at(-2)?.status).toBe(200);
  expect(responses.at(-1)?.status).toBe(429);
  expect(responses.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(limitedForHeaders.slice(0, 20)).toEqual(Array(20).fill(null));
  expect(limitedForHeaders.at(-1)).toMatch(/^\d+ limit\.reached$/);
});

test('the contact form is recognized in any spelling of its URL', async () => {
  const web = async () => new Response('page', { headers: { 'content-type': 'text/html' } });
  await using server = await startTestServer({ overrides, environment, web });
  const fetchGroup = async (path: string) => {
    const response = await fetch(server.origin + path, { method: 'POST', body: 'name=x' });
    return response.headers.get('ratelimit-policy')?.split(';')[0];
  };
  for (const path of ['/contact/', '/%63ontact', '/de/CONTACT', '//contact', '/contact.data', '/th//contact'])
    expect([path, await fetchGroup(path)]).toEqual([path, '"contact"']);
  for (const path of ['/', '/de', '/contacts'])
    expect([path, await fetchGroup(path)]).toEqual([path, '"extractions"']);
});

test('forms without scripts and API calls share the concurrency limit', async () => {
  const limitedForHeaders: (string | null)[] = [];
  const { promise: waiting, resolve: release } = Promise.withResolvers<void>();
  await using server = await startThreadsTestServer({
    overrides,
    // Four concurrent extractions per client; `limits` below allows any number per minute.
    environment: { ...environment, LIMITS_SCALE: '0.1', TRUSTED_PROXIES: '127.0.0.1' },
    parts: { limits: { scale: 0.1, consume: async () => allowedResult, consumed: async () => 0 } },
    web: async (request) => {
      const limited = request.headers.get('x-limited-for');
      limitedForHeaders.push(limited);
      if (limited === null) await waiting;
      return new Response('page', { headers: { 'content-type': 'text/html' } });
    },
  });
  const send = (client: string) =>
    fetch(server.origin, { method: 'POST', body: 'link=x', headers: { 'x-forwarded-for': client } });
  const pending = [1, 2, 3, 4].map(() => send('192.0.2.1'));
  await expect.poll(() => limitedForHeaders.length).toBe(4);
  const fifth = await send('192.0.2.1');
  expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '5']);
  expect(limitedForHeaders.at(-1)).toBe('5 limit.reached');
  // API calls share the same slots.
  const call = await server.call({ url: scenes.photo.link }, { 'x-forwarded-for': '192.0.2.1' });
  expect([call.status, await call.json()]).toEqual([429, expect.objectContaining({ code: 'limit.reached' })]);
  const others = Array.from({ length: 196 }, (_, at) => send(`198.51.100.${at}`));
  await expect.poll(() => limitedForHeaders.length).toBe(201);
  const last = await send('192.0.2.7');
  expect([last.status, limitedForHeaders.at(-1)]).toEqual([503, '5 server.busy']);
  release();
  for (const response of await Promise.all([...pending, ...others])) expect(response.status).toBe(200);
  expect((await send('192.0.2.1')).status).toBe(200);
});

test('a client starts 40 files a minute, and ranges of a started file are no new start', async () => {
  await using server = await startThreadsTestServer({ overrides, environment });
  const result = await server.extract(scenes.photo.link);
  const fileUrl = new URL(result.qualities[0]?.url ?? '', server.origin);
  const fetchStatus = async (headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(fileUrl, { headers, method });
    await response.arrayBuffer();
    return response.status;
  };
  expect(await runSequentially(39, () => fetchStatus())).toEqual(Array(39).fill(200));
  expect(await runSequentially(60, (index) => fetchStatus({ range: `bytes=${index}-${index + 9}` }))).toEqual(
    Array(60).fill(206),
  );
  expect(await runSequentially(60, () => fetchStatus({}, 'HEAD'))).toEqual(Array(60).fill(200));
  expect(await fetchStatus()).toBe(200);
  const limited = await fetch(fileUrl, { headers: { 'accept-language': 'fr' } });
  expect(limited.status).toBe(429);
  expect(limited.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(limited.headers.get('ratelimit-policy')).toBe('"media";q=40;w=60');
  expect(await limited.json()).toMatchObject({
    code: 'limit.reached',
    error: expect.stringContaining('seconde'),
  });
  expect(await fetchStatus({ range: 'bytes=5-' })).toBe(206);
  const other = await fetch(fileUrl, { headers: { 'x-forwarded-for': '192.0.2.9', range: 'bytes=5-' } });
  expect(other.headers.get('ratelimit-policy')).toBe('"media";q=40;w=60');
});

test('each further range of a started file counts as a preview, whatever its length', async () => {
  const lowLimits = { ...environment, LIMITS_SCALE: '0.1' };
  await using server = await startThreadsTestServer({ overrides, environment: lowLimits });
  const result = await server.extract(scenes.photo.link);
  const fileUrl = new URL(result.qualities[0]?.url ?? '', server.origin);
  const fetchRange = async (range: string, client: string) => {
    const response = await fetch(fileUrl, { headers: { range, 'x-forwarded-for': client } });
    const { length } = Buffer.from(await response.arrayBuffer());
    return { status: response.status, length };
  };
  const { length } = await fetchRange('bytes=0-', '192.0.2.1');
  const half = Math.floor(length / 2);
  const rangePatterns: [name: string, range: (index: number) => string][] = [
    ['from the beginning', () => 'bytes=0-'],
    ['all but a byte', () => 'bytes=1-'],
    ['from the end', () => `bytes=-${length}`],
    ['more than there is', () => `bytes=0-${length * 9}`],
    ['by halves', (index) => (index % 2 ? `bytes=${half}-` : `bytes=0-${half}`)],
  ];
  for (const [index, [name, range]] of rangePatterns.entries()) {
    const parts = await runSequentially(62, (count) => fetchRange(range(count), `198.51.100.${index}`));
    // One start, 60 previews.
    const rejected = parts.findIndex(({ status }) => status === 429);
    expect([name, rejected]).toEqual([name, 61]);
  }
  // Without a valid range, the response is the whole file, which counts as a download.
  const whole = await runSequentially(5, () => fetchRange('bytes=x', '198.51.100.99'));
  expect(whole.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
});

test('a seeking player and a resumed download count as one start', async () => {
  await using server = await startThreadsTestServer({ overrides, environment });
  const result = await server.extract(scenes.video.link);
  const fileUrl = new URL(result.qualities[0]?.url ?? '', server.origin);
  const requestRange = async (range?: string) => {
    const response = await fetch(fileUrl, { headers: range ? { range } : {} });
    const { length } = Buffer.from(await response.arrayBuffer());
    return { length, rateLimit: response.headers.get('ratelimit') };
  };
  const { length, rateLimit } = await requestRange();
  expect(rateLimit).toBe('"media";r=39;t=60');
  const at = (share: number) => Math.round(length * share);
  for (const range of ['bytes=0-1', `bytes=${at(0.6)}-`, `bytes=${at(0.9)}-`, `bytes=${at(0.7)}-${at(0.9)}`])
    expect((await requestRange(range)).rateLimit).toMatch(/^"views"/);
  expect((await requestRange('bytes=1-')).rateLimit).toBe('"views";r=595;t=60');
  expect((await requestRange()).rateLimit).toBe('"media";r=38;t=60');
  // Several ranges at once are ignored: the response is the whole file.
  expect((await requestRange('bytes=0-1,3-4')).rateLimit).toBe('"media";r=37;t=60');
});

/** Starts a server with a controllable clock and extracts one post. */
async function startWithClock() {
  const clock = { now: fixedNow };
  const server = await startThreadsTestServer({ overrides: { now: () => clock.now }, environment });
  return {
    clock,
    result: await server.extract(scenes.linkedMedia.link),
    async request(url: string, headers: Record<string, string> = {}, method = 'GET') {
      const response = await fetch(server.origin + url, { headers, method });
      const { length } = Buffer.from(await response.arrayBuffer());
      const { status } = response;
      return {
        status,
        length,
        rateLimit: response.headers.get('ratelimit'),
        etag: response.headers.get('etag') ?? '',
      };
    },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

test('a resumed ZIP is one start', async () => {
  await using scene = await startWithClock();
  const { zipUrl = '', qualities } = scene.result;
  const files = new Set(qualities.map(({ itemId }) => itemId)).size;
  const { length, rateLimit, etag } = await scene.request(zipUrl);
  expect(rateLimit).toBe(`"media";r=${40 - files};t=60`);
  const resumeHeaders = (share: number) => ({
    range: `bytes=${Math.round(length * share)}-`,
    'if-range': etag,
  });
  // A ZIP range costs 60 views: the media host sends everything before it again.
  expect((await scene.request(zipUrl, resumeHeaders(0.8))).rateLimit).toBe('"views";r=540;t=60');
  expect((await scene.request(zipUrl, resumeHeaders(0.6))).rateLimit).toBe('"views";r=480;t=60');
  expect((await scene.request(zipUrl, resumeHeaders(0.7))).rateLimit).toBe('"views";r=420;t=60');
  expect((await scene.request(zipUrl, { range: 'bytes=-1' })).rateLimit).toBe('"views";r=360;t=60');
  expect((await scene.request(zipUrl)).rateLimit).toBe(`"media";r=${40 - 2 * files};t=60`);
});

test('resuming a download after its ticket has expired is not a new start', async () => {
  await using scene = await startWithClock();
  const { zipUrl = '', qualities } = scene.result;
  const url = qualities[0]?.url ?? '';
  const [file, zip] = [await scene.request(url), await scene.request(zipUrl)];
  scene.clock.now += 33 * 60_000;
  expect((await scene.request(url)).status).toBe(410);
  expect((await scene.request(zipUrl)).status).toBe(410);
  const resumeHeaders = (etag: string) => ({ range: 'bytes=1-', 'if-range': etag });
  expect(await scene.request(url, resumeHeaders(file.etag))).toMatchObject({
    status: 206,
    rateLimit: '"views";r=593;t=60',
  });
  expect(await scene.request(zipUrl, resumeHeaders(zip.etag))).toMatchObject({
    status: 206,
    rateLimit: '"views";r=533;t=60',
  });
  // A preview now, since the start is known again.
  expect((await scene.request(url, resumeHeaders(file.etag))).rateLimit).toBe('"views";r=532;t=60');
  expect((await scene.request(url, resumeHeaders(zip.etag))).status).toBe(410);
});

test('blog searches have their own limit, and other blog data stays available', async () => {
  await using server = await startTestServer({ overrides, environment });
  const search = (query: string) => fetch(`${server.origin}/api/blog/posts${query}`);
  const responses = await runSequentially(121, () => search('?search=calm'));
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await search('')).status).toBe(200);
});
