import { expect, test } from 'vitest';
import type { PageRequest } from './contract.ts';
import { buildPage, mediaBlock, threadBlock } from './fixtures/build-page.ts';
import { bruno, buildPost, photo, video } from './fixtures/build-post.ts';
import { fetchPage } from './fixtures/fetch-page.ts';
import {
  always,
  code,
  createHandler,
  emptyPage,
  invalidPost,
  link,
  page,
  path,
  post,
} from './fixtures/requested-post.ts';
import type { RequestHandler } from './fixtures/serve-threads.ts';
import { startReader } from './fixtures/start-reader.ts';

test('a failure is not cached', async () => {
  const served = { page: emptyPage };
  await using fixture = await startReader(createHandler({ page: () => served.page }));
  expect((await fixture.reader.extract(link)).ok).toBe(false);
  served.page = page;
  expect((await fixture.reader.extract(link)).ok).toBe(true);
});

test('a page with only the media of other posts is never a success', async () => {
  const stranger = buildPost('DOther00001', { ...video('theirs'), user: bruno });
  const body = buildPage([threadBlock([stranger])], { ogUrl: 'https://www.threads.com/' });
  await using fixture = await startReader(createHandler({ page: always({ body }), embed: always({ body }) }));
  expect(await fixture.reader.extract(link)).toMatchObject({ ok: false, error: { code: 'post.gone' } });
  const otherPostPage = buildPage([threadBlock([stranger])], {
    ogUrl: 'https://www.threads.com/@bruno_demo/post/DOther00001',
  });
  await using fixtureWithUrl = await startReader(createHandler({ page: always({ body: otherPostPage }) }));
  expect(await fixtureWithUrl.reader.extract(link)).toMatchObject({
    ok: false,
    error: { code: 'upstream.changed' },
  });
});

test('copies that contradict each other end the search immediately', async () => {
  const body = buildPage([mediaBlock(post), mediaBlock(buildPost(code, { ...photo('x'), user: bruno }))]);
  await using fixture = await startReader(always({ body }));
  expect(await fixture.reader.extract(link)).toMatchObject({
    ok: false,
    error: { code: 'upstream.changed' },
  });
  expect(fixture.server.requests).toHaveLength(1);
});

test.each<[string, string, RequestHandler]>([
  ['only empty pages', 'upstream.busy', always(emptyPage)],
  ['empty bodies', 'upstream.busy', always({ body: '' })],
  ['403 everywhere', 'upstream.busy', always({ status: 403 })],
  ['a login wall', 'upstream.busy', always({ status: 302, headers: { location: '/login/?next=x' } })],
  [
    'a redirect off Threads',
    'upstream.busy',
    always({ status: 302, headers: { location: 'http://169.254.169.254/' } }),
  ],
  [
    'a redirect to another post',
    'upstream.changed',
    always({ status: 302, headers: { location: '/@x/post/DOther00001' } }),
  ],
  ['a redirect to itself', 'upstream.busy', always({ status: 302, headers: { location: path } })],
  ['pages of another kind', 'upstream.changed', always({ body: '<html>It works!</html>' })],
  [
    'data in an unknown format',
    'upstream.changed',
    always({ body: buildPage([mediaBlock({ code, pk: '1', movie: {} })]) }),
  ],
  ['404', 'post.gone', always({ status: 404 })],
  ['410', 'post.gone', always({ status: 410 })],
  ['500 everywhere', 'upstream.unreachable', always({ status: 500 })],
  [
    'a restricted audience',
    'post.restricted',
    always({ body: "<p>This content isn't available to everyone</p>" }),
  ],
  ['deleted', 'post.gone', (request) => (request.path === '/@alma.demo' ? { body: 'profile' } : invalidPost)],
  [
    'a private account',
    'post.private',
    (request) =>
      request.path === '/@alma.demo' ? { status: 302, headers: { location: '/login/' } } : invalidPost,
  ],
])('%s results in %s', async (_, expected, handler) => {
  await using fixture = await startReader(handler);
  expect(await fixture.reader.extract(link)).toMatchObject({ ok: false, error: { code: expected } });
});

test('redirects never lead the reader to another origin', async () => {
  await using otherFixture = await startReader(always(page));
  const location = `${otherFixture.server.origin}${path}`;
  await using fixture = await startReader(always({ status: 302, headers: { location } }));
  expect((await fixture.reader.extract(link)).ok).toBe(false);
  expect(otherFixture.server.requests).toEqual([]);
});

test('posts that no profile can read do not demote any profile', async () => {
  const loginRedirect = { status: 302, headers: { location: '/login/?next=x' } };
  await using fixture = await startReader((request) => {
    if (request.path.includes('DWalled')) return loginRedirect;
    return request.headers['user-agent']?.includes('iPhone') === true ? page : emptyPage;
  });
  for (const blockedCode of ['DWalled0001', 'DWalled0002', 'DWalled0003']) {
    expect(await fixture.reader.extract(blockedCode)).toMatchObject({ error: { code: 'upstream.busy' } });
  }
  fixture.attempts.length = 0;
  expect((await fixture.reader.extract(link)).ok).toBe(true);
  expect(fixture.attempts.map((attempt) => attempt.profile)).toEqual(['P1', 'P2', 'P3', 'P4']);
});

test('a rate limit has a retry delay and stops further profiles', async () => {
  await using fixture = await startReader(always({ status: 429, headers: { 'retry-after': '120' } }));
  expect(await fixture.reader.extract(link)).toMatchObject({
    ok: false,
    error: { code: 'upstream.busy', retryAfterSeconds: 120 },
  });
  expect(fixture.attempts.filter((attempt) => attempt.strategy === 'page')).toHaveLength(1);
});

test('a server that does not respond causes a timeout within the limit', async () => {
  await using fixture = await startReader(() => null, {}, { totalMs: 300, pageMs: 100, dataMs: 100 });
  const startedAt = performance.now();
  expect(await fixture.reader.extract(link)).toMatchObject({
    ok: false,
    error: { code: 'upstream.timeout' },
  });
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test('the limit applies even if the injected fetch ignores its timeout', async () => {
  await using fixture = await startReader(
    always(page),
    { fetch: () => new Promise(() => undefined) },
    { totalMs: 50 },
  );
  expect(await fixture.reader.extract(link)).toMatchObject({
    ok: false,
    error: { code: 'upstream.timeout' },
  });
});

test('a server that is down is unreachable', async () => {
  await using fixture = await startReader(always(page), { origin: 'http://127.0.0.1:1' });
  expect(await fixture.reader.extract(link)).toMatchObject({
    ok: false,
    error: { code: 'upstream.unreachable' },
  });
});

test('a page beyond the size limit counts as changed', async () => {
  await using fixture = await startReader(createHandler({ page: always(page) }), {}, { pageBytes: 100 });
  expect(await fixture.reader.extract(link)).toMatchObject({
    ok: false,
    error: { code: 'upstream.changed' },
  });
});

test('every request respects its origin and its limits', async () => {
  const requests: PageRequest[] = [];
  await using fixture = await startReader(createHandler({}), {
    fetch: (request) => {
      requests.push(request);
      return fetchPage(request);
    },
  });
  await fixture.reader.extract(link);
  for (const request of requests) {
    expect(new URL(request.url).origin).toBe(fixture.server.origin);
    expect(request.maxBytes).toBeLessThanOrEqual(4 * 1024 * 1024);
    if (request.method === 'GET') expect(request.maxBytes).toBe(3 * 1024 * 1024);
    expect(request.timeoutMs).toBeLessThanOrEqual(5_000);
  }
});
