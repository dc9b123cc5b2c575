import { expect, test } from 'vitest';
import { always, code, invalidPost, ogUrl, page, path } from './fixtures/asked-post.ts';
import { buildPage } from './fixtures/build-page.ts';
import type { Answering, Served } from './fixtures/serve-threads.ts';
import { startReader } from './fixtures/start-reader.ts';

test('a share link is followed by hand and its clean canonical page is read', async () => {
  await using stage = await startReader((request) =>
    request.path.startsWith('/share/')
      ? { status: 302, headers: { location: `https://www.threads.com${path}?xmt=AQ&slof=1` } }
      : page,
  );
  expect(await stage.reader.extract('https://www.threads.com/share/_Bdemo1234/')).toMatchObject({
    ok: true,
    value: { code },
  });
  expect(stage.server.seen.map((one) => one.path)).toEqual(['/share/_Bdemo1234/', path]);
});

test('a share link answered with a page is resolved by what the page calls itself', async () => {
  const named: Served = { body: buildPage([], { ogUrl }) };
  await using stage = await startReader((request) => (request.path.startsWith('/share/') ? named : page));
  expect(await stage.reader.extract('threads.com/share/BAdemo1234')).toMatchObject({
    ok: true,
    value: { code },
  });
});

test('a share link to a post for members names it on the way, so it can be told private', async () => {
  await using stage = await startReader((request) => {
    if (request.path.startsWith('/share/')) return { status: 302, headers: { location: path } };
    if (request.path === '/@alma.demo') return { status: 302, headers: { location: '/login' } };
    return invalidPost;
  });
  expect(await stage.reader.extract('threads.com/share/BAdemo1234')).toMatchObject({
    error: { code: 'post.private' },
  });
});

test.each<[string, string, Answering]>([
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
  ['shows a shell', 'upstream.busy', always({ body: buildPage([]) })],
])('a share link that %s is told as %s', async (_, expected, answer) => {
  await using stage = await startReader(answer);
  expect(await stage.reader.extract('threads.com/share/BAdemo1234')).toMatchObject({
    error: { code: expected },
  });
  expect(stage.server.seen.length).toBeLessThanOrEqual(12);
});

test('a share link that used up the time ends in a time-out, with nothing more asked', async () => {
  const clock = { now: 1_790_000_000_000 };
  const answer: Answering = (request) => {
    if (!request.path.startsWith('/share/')) return page;
    clock.now += 20_000;
    return { status: 302, headers: { location: path } };
  };
  await using stage = await startReader(answer, { now: () => clock.now });
  const result = await stage.reader.extract('threads.com/share/BAdemo1234');
  expect(result).toMatchObject({ ok: false, error: { code: 'upstream.timeout' } });
  expect(stage.server.seen).toHaveLength(1);
});
