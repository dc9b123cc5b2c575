import { expect, test } from 'vitest';
import { buildPage } from './fixtures/build-page.ts';
import { always, code, invalidPost, ogUrl, page, path } from './fixtures/requested-post.ts';
import type { RequestHandler, StubResponse } from './fixtures/serve-threads.ts';
import { startReader } from './fixtures/start-reader.ts';

test('a share link is followed manually, and its clean canonical page is read', async () => {
  await using fixture = await startReader((request) =>
    request.path.startsWith('/share/')
      ? { status: 302, headers: { location: `https://www.threads.com${path}?xmt=AQ&slof=1` } }
      : page,
  );
  expect(await fixture.reader.extract('https://www.threads.com/share/_Bdemo1234/')).toMatchObject({
    ok: true,
    value: { code },
  });
  expect(fixture.server.requests.map((request) => request.path)).toEqual(['/share/_Bdemo1234/', path]);
});

test('a share link that returns a page is resolved by the canonical URL of that page', async () => {
  const canonicalPage: StubResponse = { body: buildPage([], { ogUrl }) };
  await using fixture = await startReader((request) =>
    request.path.startsWith('/share/') ? canonicalPage : page,
  );
  expect(await fixture.reader.extract('threads.com/share/BAdemo1234')).toMatchObject({
    ok: true,
    value: { code },
  });
});

test('the redirect of a share link names the author, so a private account can be detected', async () => {
  await using fixture = await startReader((request) => {
    if (request.path.startsWith('/share/')) return { status: 302, headers: { location: path } };
    if (request.path === '/@alma.demo') return { status: 302, headers: { location: '/login' } };
    return invalidPost;
  });
  expect(await fixture.reader.extract('threads.com/share/BAdemo1234')).toMatchObject({
    error: { code: 'post.private' },
  });
});

test.each<[string, string, RequestHandler]>([
  [
    'leads off Threads',
    'upstream.busy',
    always({ status: 302, headers: { location: `https://evil.example${path}` } }),
  ],
  ['leads to nothing', 'post.gone', always(invalidPost)],
  ['is unknown', 'post.gone', always({ status: 404 })],
  [
    'leads in a circle',
    'upstream.busy',
    always({ status: 302, headers: { location: '/share/BAdemo1234/' } }),
  ],
  ['shows an empty page', 'upstream.busy', always({ body: buildPage([]) })],
])('a share link that %s results in %s', async (_, expected, handler) => {
  await using fixture = await startReader(handler);
  expect(await fixture.reader.extract('threads.com/share/BAdemo1234')).toMatchObject({
    error: { code: expected },
  });
  expect(fixture.server.requests.length).toBeLessThanOrEqual(12);
});

test('a share link that uses up the time causes a timeout without further requests', async () => {
  const clock = { now: 1_790_000_000_000 };
  const handler: RequestHandler = (request) => {
    if (!request.path.startsWith('/share/')) return page;
    clock.now += 20_000;
    return { status: 302, headers: { location: path } };
  };
  await using fixture = await startReader(handler, { now: () => clock.now });
  const result = await fixture.reader.extract('threads.com/share/BAdemo1234');
  expect(result).toMatchObject({ ok: false, error: { code: 'upstream.timeout' } });
  expect(fixture.server.requests).toHaveLength(1);
});
