import { expect, test } from 'vitest';
import { buildPage, mediaBlock, threadBlock } from './fixtures/build-page.ts';
import { bruno, buildPost, photo, video } from './fixtures/build-post.ts';
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
  type RequestHandler,
  redirect,
  startReader,
} from './fixtures/start-reader.ts';

const shareLink = 'threads.com/share/BAdemo1234';
const stranger = buildPost('DOther00001', { ...video('theirs'), user: bruno });
const strangersPage = (ogUrl: string) => always({ body: buildPage([threadBlock([stranger])], { ogUrl }) });

test.each<[string, string, RequestHandler]>([
  ['only empty pages', 'upstream.empty', always(emptyPage)],
  ['empty bodies', 'upstream.empty', always({ body: '' })],
  ['403 everywhere', 'upstream.busy', always({ status: 403 })],
  ['a login wall', 'upstream.login', always(redirect('/login/?next=x'))],
  ['the login route', 'upstream.login', always({ body: '<p data-sjs>"BarcelonaLoginRoute"</p>' })],
  [
    'the login page in place of the post',
    'post.sign_in',
    always({ body: '<title>Threads • Log in</title>' }),
  ],
  [
    'a burst of requests',
    'upstream.busy',
    always({ status: 401, body: '{"message":"Please wait a few minutes before you try again."}' }),
  ],
  ['401 without a reason', 'upstream.busy', always({ status: 401 })],
  [
    'a ghost post that is over',
    'post.expired',
    always({
      body: buildPage([mediaBlock(buildPost(code, {}, { is_post_unavailable: true, is_ghost_post: true }))]),
    }),
  ],
  [
    'a query id that is no longer served',
    'upstream.empty',
    createHandler({ graphql: always({ body: '{"data":{"data":null}}' }), embed: always(emptyPage) }),
  ],
  ['a redirect off Threads', 'upstream.busy', always(redirect('http://169.254.169.254/'))],
  [
    'a redirect to the post on another host',
    'upstream.busy',
    always(redirect(`http://127.0.0.1:4750${path}`)),
  ],
  ['a redirect to another post', 'upstream.changed', always(redirect('/@x/post/DOther00001'))],
  ['a redirect to itself', 'upstream.busy', always(redirect(path))],
  ['pages of another kind', 'upstream.changed', always({ body: '<html>It works!</html>' })],
  [
    'unknown data',
    'upstream.changed',
    always({ body: buildPage([mediaBlock({ code, pk: '1', movie: {} })]) }),
  ],
  ['media of strangers', 'post.gone', strangersPage('https://www.threads.com/')],
  [
    'the page of another post',
    'upstream.changed',
    createHandler({ page: strangersPage('https://www.threads.com/@bruno_demo/post/DOther00001') }),
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
    (request) => (request.path === '/@alma.demo' ? redirect('/login/') : invalidPost),
  ],
])('%s results in %s', async (_, expected, handler) => {
  expect(await startReader(handler).reader.extract(link)).toMatchObject({
    ok: false,
    error: { code: expected },
  });
});

test.each<[string, string, RequestHandler]>([
  ['leads off Threads', 'upstream.busy', always(redirect(`https://evil.example${path}`))],
  ['leads to nothing', 'post.gone', always(invalidPost)],
  ['is unknown', 'post.gone', always({ status: 404 })],
  ['leads in a circle', 'upstream.busy', always(redirect('/share/BAdemo1234/'))],
  ['shows an empty page', 'upstream.empty', always({ body: buildPage([]) })],
])('a share link that %s results in %s', async (_, expected, handler) => {
  const { reader, requests } = startReader(handler);
  expect(await reader.extract(shareLink)).toMatchObject({ error: { code: expected } });
  expect(requests.length).toBeLessThanOrEqual(12);
});

test('a share link that uses up the time causes a timeout without further requests', async () => {
  const clock = { now: 1_790_000_000_000 };
  const handler: RequestHandler = (request) => {
    if (!request.path.startsWith('/share/')) return page;
    clock.now += 20_000;
    return redirect(path);
  };
  const { reader, requests } = startReader(handler, { now: () => clock.now });
  expect(await reader.extract(shareLink)).toMatchObject({ error: { code: 'upstream.timeout' } });
  expect(requests).toHaveLength(1);
});

test('copies that contradict each other end the search immediately', async () => {
  const body = buildPage([mediaBlock(post), mediaBlock(buildPost(code, { ...photo('x'), user: bruno }))]);
  const { reader, requests } = startReader(always({ body }));
  expect(await reader.extract(link)).toMatchObject({ error: { code: 'upstream.changed' } });
  expect(requests).toHaveLength(1);
});

test('a rate limit has a retry delay and stops further profiles', async () => {
  const { reader, attempts } = startReader(always({ status: 429, retryAfterSeconds: 120 }));
  expect(await reader.extract(link)).toMatchObject({
    error: { code: 'upstream.busy', retryAfterSeconds: 120 },
  });
  expect(attempts.filter((attempt) => attempt.strategy === 'page')).toHaveLength(1);
});

test('a server that does not respond causes a timeout', async () => {
  const { reader } = startReader(() => null, {}, { totalMs: 300, pageMs: 100, dataMs: 100 });
  expect(await reader.extract(link)).toMatchObject({ error: { code: 'upstream.timeout' } });
});

test('the limit applies even if the injected fetch ignores its timeout', async () => {
  const fetch = () => new Promise<never>(() => undefined);
  const { reader } = startReader(always(page), { fetch }, { totalMs: 50 });
  expect(await reader.extract(link)).toMatchObject({ error: { code: 'upstream.timeout' } });
});

test('a page beyond the size limit counts as changed', async () => {
  const { reader } = startReader(createHandler({ page: always(page) }), {}, { pageBytes: 100 });
  expect(await reader.extract(link)).toMatchObject({ error: { code: 'upstream.changed' } });
});

test('every request respects its limits', async () => {
  const { reader, requests } = startReader(createHandler({}));
  await reader.extract(link);
  expect(requests.length).toBeGreaterThan(5);
  for (const { method, maxBytes, timeoutMs } of requests) {
    expect(maxBytes).toBeLessThanOrEqual((method === 'GET' ? 3 : 4) * 1024 * 1024);
    expect(timeoutMs).toBeLessThanOrEqual(5_000);
  }
});

test.each<[string, string, object]>([
  [
    'after its media',
    buildPage([mediaBlock(post), threadBlock([stranger])]),
    { ok: true, value: { code, items: [{ type: 'video' }] } },
  ],
  ['after a stranger', buildPage([threadBlock([stranger])]), { error: { code: 'upstream.unreachable' } }],
  [
    'in the post',
    buildPage([mediaBlock(post)]).replace(/"video_versions.*/s, ''),
    { error: { code: 'upstream.unreachable' } },
  ],
  [
    'after words without media',
    buildPage([mediaBlock(buildPost(code))]),
    { error: { code: 'upstream.unreachable' } },
  ],
])('a page that was cut off %s is read as far as it proves something', async (_, body, expected) => {
  const { reader } = startReader(createHandler({ page: always({ body, isCutOff: true }) }));
  const result = await reader.extract(link);
  expect(result).toMatchObject(expected);
  expect(JSON.stringify(result)).not.toContain('theirs');
  expect(result.ok && result.value.incomplete).not.toBe(true);
});

test('the thread of a page that was cut off is incomplete', async () => {
  const body = buildPage([mediaBlock(post), threadBlock([post], [stranger])]);
  const { reader } = startReader(createHandler({ page: always({ body, isCutOff: true }) }));
  expect(await reader.extract(link, { thread: true })).toMatchObject({ value: { incomplete: true } });
});
