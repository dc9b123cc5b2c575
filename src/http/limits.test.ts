import { expect, test } from 'vitest';
import type { ExtractAnswer } from '#media/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { type RunningEdge, startEdge } from '#test/support/start-edge.ts';
import { stressRuns } from '#test/support/stress.ts';

/** Stands still: no window ends, and no hour, however long the calls take. */
const moment = Date.now();
const overrides = { now: () => moment };
const plenty = { isAllowed: true, limit: 9, remaining: 9, windowSeconds: 60, resetSeconds: 1 };
const environment = { LIMITS_SCALE: '1', TRUSTED_PROXIES: '127.0.0.1' };

function extract(edge: RunningEdge, url: string, headers: Record<string, string> = {}) {
  return fetch(`${edge.origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ url }),
  });
}

async function inTurn<T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let index = 0; index < count; index += 1) all.push(await run(index));
  return all;
}

test('twenty posts a minute for each client; then how long to wait, as header, number and sentence', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ overrides, environment: { ...threads.environment, ...environment } });
  const from = (address: string, language = 'en') =>
    extract(edge, scenes.photo.link, { 'x-forwarded-for': address, 'accept-language': language });
  const answers = await inTurn(21, () => from('192.0.2.1', 'de'));
  expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429]);
  expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"extractions";q=20;w=60');
  expect(answers[0]?.headers.get('ratelimit')).toBe('"extractions";r=19;t=60');
  const last = answers[20];
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

test('a network of IPv6 is one client, and what a visitor makes up changes nothing', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ overrides, environment: { ...threads.environment, ...environment } });
  const household = (index: number) =>
    extract(edge, scenes.photo.link, {
      'x-forwarded-for': `203.0.113.${index}, 2001:db8:0:1::${index.toString(16)}`,
    });
  const answers = await inTurn(stressRuns(100, 1_000), household);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);

  await using plain = await startEdge({
    overrides,
    environment: { ...threads.environment, LIMITS_SCALE: '1', TRUSTED_PROXIES: '' },
  });
  const spoofed = await inTurn(21, (index) =>
    extract(plain, scenes.photo.link, { 'x-forwarded-for': `192.0.2.${index}` }),
  );
  expect(spoofed.filter(({ status }) => status === 429)).toHaveLength(1);
});

test('a text that names no post costs nothing of the posts', async () => {
  await using edge = await startEdge({ overrides, environment });
  const answers = await inTurn(30, () => extract(edge, 'https://example.org/'));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('a form without scripts is told so too', async () => {
  const seen: (string | null)[] = [];
  await using edge = await startEdge({
    overrides,
    environment,
    web: async (request) => {
      seen.push(request.headers.get('x-limited-for'));
      return new Response('page', { headers: { 'content-type': 'text/html' } });
    },
  });
  const answers = await inTurn(21, () =>
    fetch(`${edge.origin}/de`, { method: 'POST', body: 'link=x', headers: { 'x-limited-for': '7' } }),
  );
  expect(answers.at(-2)?.status).toBe(200);
  expect(answers.at(-1)?.status).toBe(429);
  expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(seen.slice(0, 20)).toEqual(Array(20).fill(null));
  expect(seen.at(-1)).toMatch(/^\d+ limit\.reached$/);
});

test('the contact form is told by any spelling of its address', async () => {
  const web = async () => new Response('page', { headers: { 'content-type': 'text/html' } });
  await using edge = await startEdge({ overrides, environment, web });
  const groupOf = async (path: string) => {
    const answer = await fetch(edge.origin + path, { method: 'POST', body: 'name=x' });
    return answer.headers.get('ratelimit-policy')?.split(';')[0];
  };
  for (const path of ['/contact/', '/%63ontact', '/de/CONTACT', '//contact', '/contact.data', '/th//contact'])
    expect([path, await groupOf(path)]).toEqual([path, '"contact"']);
  for (const path of ['/', '/de', '/contacts'])
    expect([path, await groupOf(path)]).toEqual([path, '"extractions"']);
});

test('forms without scripts that read at the same time are as few as calls', async () => {
  const seen: (string | null)[] = [];
  const { promise: waiting, resolve: goOn } = Promise.withResolvers<void>();
  await using edge = await startEdge({
    overrides,
    // Four at the same time, and two a minute more than that.
    environment: { ...environment, LIMITS_SCALE: '0.1', TRUSTED_PROXIES: '127.0.0.1' },
    parts: { limits: { scale: 0.1, take: async () => plenty, used: async () => 0 } },
    web: async (request) => {
      const limited = request.headers.get('x-limited-for');
      seen.push(limited);
      if (limited === null) await waiting;
      return new Response('page', { headers: { 'content-type': 'text/html' } });
    },
  });
  const send = (client: string) =>
    fetch(edge.origin, { method: 'POST', body: 'link=x', headers: { 'x-forwarded-for': client } });
  const own = [1, 2, 3, 4].map(() => send('192.0.2.1'));
  await expect.poll(() => seen.length).toBe(4);
  const fifth = await send('192.0.2.1');
  expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '5']);
  expect(seen.at(-1)).toBe('5 limit.reached');
  // The calls have the same places.
  const call = await extract(edge, scenes.photo.link, { 'x-forwarded-for': '192.0.2.1' });
  expect([call.status, await call.json()]).toEqual([429, expect.objectContaining({ code: 'limit.reached' })]);
  const others = Array.from({ length: 196 }, (_, at) => send(`198.51.100.${at}`));
  await expect.poll(() => seen.length).toBe(201);
  const last = await send('192.0.2.7');
  expect([last.status, seen.at(-1)]).toEqual([503, '5 server.busy']);
  goOn();
  for (const answer of await Promise.all([...own, ...others])) expect(answer.status).toBe(200);
  expect((await send('192.0.2.1')).status).toBe(200);
});

test('forty files a minute begin; parts of one that has begun cost none', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ overrides, environment: { ...threads.environment, ...environment } });
  const answer = (await (await extract(edge, scenes.photo.link)).json()) as ExtractAnswer;
  const address = new URL(answer.qualities[0]?.url ?? '', edge.origin);
  const statusOf = async (headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(address, { headers, method });
    await response.arrayBuffer();
    return response.status;
  };
  expect(await inTurn(39, () => statusOf())).toEqual(Array(39).fill(200));
  expect(await inTurn(60, (index) => statusOf({ range: `bytes=${index}-${index + 9}` }))).toEqual(
    Array(60).fill(206),
  );
  expect(await inTurn(60, () => statusOf({}, 'HEAD'))).toEqual(Array(60).fill(200));
  expect(await statusOf()).toBe(200);
  const refused = await fetch(address, { headers: { 'accept-language': 'fr' } });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(refused.headers.get('ratelimit-policy')).toBe('"media";q=40;w=60');
  expect(await refused.json()).toMatchObject({
    code: 'limit.reached',
    error: expect.stringContaining('seconde'),
  });
  expect(await statusOf({ range: 'bytes=5-' })).toBe(206);
  const other = await fetch(address, { headers: { 'x-forwarded-for': '192.0.2.9', range: 'bytes=5-' } });
  expect(other.headers.get('ratelimit-policy')).toBe('"media";q=40;w=60');
});

test('a file that is taken again and again by its parts is begun again each time', async () => {
  await using threads = await startFakeThreads();
  const few = { ...environment, LIMITS_SCALE: '0.1' };
  await using edge = await startEdge({ overrides, environment: { ...threads.environment, ...few } });
  const answer = (await (await extract(edge, scenes.photo.link)).json()) as ExtractAnswer;
  const address = new URL(answer.qualities[0]?.url ?? '', edge.origin);
  const take = async (range: string, client: string) => {
    const response = await fetch(address, { headers: { range, 'x-forwarded-for': client } });
    const { length } = Buffer.from(await response.arrayBuffer());
    return { status: response.status, length: response.status < 400 ? length : 0 };
  };
  const { length } = await take('bytes=0-', '192.0.2.1');
  const half = Math.floor(length / 2);
  const ways: [name: string, range: (index: number) => string][] = [
    ['from the beginning', () => 'bytes=0-'],
    ['all but a byte', () => 'bytes=1-'],
    ['from the end', () => `bytes=-${length}`],
    ['more than there is', () => `bytes=0-${length * 9}`],
    ['as no range at all', () => 'bytes=x'],
    ['by halves', (index) => (index % 2 ? `bytes=${half}-` : `bytes=0-${half}`)],
  ];
  for (const [index, [name, range]] of ways.entries()) {
    const taken = await inTurn(16, (count) => take(range(count), `198.51.100.${index}`));
    const bytes = taken.reduce((sum, one) => sum + one.length, 0);
    expect(taken.at(-1)?.status, name).toBe(429);
    // Four starts, and once the length of the file as further parts of them.
    expect(bytes / length, name).toBeLessThanOrEqual(5.1);
    expect(bytes / length, name).toBeGreaterThan(4);
  }
});

test('a player that seeks, and a download that is taken up again, are one start', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ overrides, environment: { ...threads.environment, ...environment } });
  const answer = (await (await extract(edge, scenes.video.link)).json()) as ExtractAnswer;
  const address = new URL(answer.qualities[0]?.url ?? '', edge.origin);
  const ask = async (range?: string) => {
    const response = await fetch(address, { headers: range ? { range } : {} });
    const { length } = Buffer.from(await response.arrayBuffer());
    return { length, left: response.headers.get('ratelimit') };
  };
  const { length, left } = await ask();
  expect(left).toBe('"media";r=39;t=60');
  const at = (share: number) => Math.round(length * share);
  for (const range of ['bytes=0-1', `bytes=${at(0.6)}-`, `bytes=${at(0.9)}-`, `bytes=${at(0.7)}-${at(0.9)}`])
    expect((await ask(range)).left).toMatch(/^"views"/);
  expect((await ask('bytes=1-')).left).toBe('"media";r=38;t=60');
});

/** A server whose clock the test turns, with the files of a post, and what a request says is left of which limit. */
async function startLater() {
  const threads = await startFakeThreads();
  const clock = { now: moment };
  const edge = await startEdge({
    overrides: { now: () => clock.now },
    environment: { ...threads.environment, ...environment },
  });
  return {
    clock,
    answer: (await (await extract(edge, scenes.linkedMedia.link)).json()) as ExtractAnswer,
    async ask(address: string, headers: Record<string, string> = {}, method = 'GET') {
      const response = await fetch(edge.origin + address, { headers, method });
      const { length } = Buffer.from(await response.arrayBuffer());
      const { status } = response;
      return {
        status,
        length,
        left: response.headers.get('ratelimit'),
        etag: response.headers.get('etag') ?? '',
      };
    },
    async [Symbol.asyncDispose]() {
      await edge[Symbol.asyncDispose]();
      await threads[Symbol.asyncDispose]();
    },
  };
}

test('a ZIP that is taken up again is one start, until its parts come to all of it again', async () => {
  await using scene = await startLater();
  const { zipUrl = '', qualities } = scene.answer;
  const files = new Set(qualities.map(({ itemId }) => itemId)).size;
  const { length, left, etag } = await scene.ask(zipUrl);
  expect(left).toBe(`"media";r=${40 - files};t=60`);
  const rest = (share: number) => ({ range: `bytes=${Math.round(length * share)}-`, 'if-range': etag });
  // Each lets the media host send what stands before it once more.
  expect((await scene.ask(zipUrl, rest(0.8))).left).toBe('"views";r=540;t=60');
  expect((await scene.ask(zipUrl, rest(0.6))).left).toBe('"views";r=480;t=60');
  expect((await scene.ask(zipUrl, rest(0.7))).left).toBe('"views";r=420;t=60');
  expect((await scene.ask(zipUrl, rest(0.5))).left).toBe(`"media";r=${40 - 2 * files};t=60`);
  expect((await scene.ask(zipUrl, { range: 'bytes=-1' })).left).toBe('"views";r=300;t=60');
});

test('the rest of a download whose time is over is no start, however much of it there is', async () => {
  await using scene = await startLater();
  const { zipUrl = '', qualities } = scene.answer;
  const url = qualities[0]?.url ?? '';
  const [file, zip] = [await scene.ask(url), await scene.ask(zipUrl)];
  scene.clock.now += 33 * 60_000;
  expect((await scene.ask(url)).status).toBe(410);
  expect((await scene.ask(zipUrl)).status).toBe(410);
  const rest = (etag: string) => ({ range: 'bytes=1-', 'if-range': etag });
  expect(await scene.ask(url, rest(file.etag))).toMatchObject({ status: 206, left: '"views";r=594;t=60' });
  expect(await scene.ask(zipUrl, rest(zip.etag))).toMatchObject({ status: 206, left: '"views";r=534;t=60' });
  // All of it a second time is begun a second time.
  expect((await scene.ask(url, rest(file.etag))).left).toBe('"media";r=38;t=60');
  expect((await scene.ask(url, rest(zip.etag))).status).toBe(410);
});

test('searches of the blog have a limit of their own, and the rest of its data goes on', async () => {
  await using edge = await startEdge({ overrides, environment });
  const ask = (query: string) => fetch(`${edge.origin}/api/blog/posts${query}`);
  const answers = await inTurn(121, () => ask('?search=calm'));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await ask('')).status).toBe(200);
});
