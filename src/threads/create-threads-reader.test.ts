import { expect, test } from 'vitest';
import { buildCard, buildEmbed, soloImage } from './fixtures/build-embed.ts';
import { buildPage, mediaBlock, preloaderBlock, threadBlock } from './fixtures/build-page.ts';
import { bruno, buildPost, photo, video } from './fixtures/build-post.ts';
import { fetchPage } from './fixtures/fetch-page.ts';
import type { Answering, SeenRequest, Served } from './fixtures/serve-threads.ts';
import { startReader } from './fixtures/start-reader.ts';
import { shortcodeToId } from './shortcode.ts';

const code = 'DAsked00001';
const path = `/@alma.demo/post/${code}`;
const link = `https://www.threads.com${path}?xmt=AQ`;
const ogUrl = `https://www.threads.com${path}`;
const post = buildPost(code, video('clip'));
const page: Served = { body: buildPage([mediaBlock(post)]) };
const shell: Served = { body: buildPage([], { ogUrl }) };
const notFound: Served = { status: 404 };
const invalidPost: Served = {
  status: 302,
  headers: { location: 'https://www.threads.com/?error=invalid_post' },
};

/** Answers the post page, the data endpoints and the card each by its own. */
function answers(parts: {
  page?: Answering;
  graphql?: Answering;
  route?: Answering;
  embed?: Answering;
}): Answering {
  return (request) => {
    if (request.path.endsWith('graphql') || request.path.endsWith('graphql/query'))
      return (parts.graphql ?? (() => notFound))(request);
    if (request.path.startsWith('/ajax/route-definition')) return (parts.route ?? (() => notFound))(request);
    if (request.path.endsWith('/embed')) return (parts.embed ?? (() => notFound))(request);
    return (parts.page ?? (() => shell))(request);
  };
}
const always =
  (served: Served): Answering =>
  () =>
    served;
const agentOf = (request: SeenRequest) => request.headers['user-agent'] ?? '';

test('a post is read with one request to the address built from its code', async () => {
  await using stage = await startReader(always(page));
  const result = await stage.reader.extract(`Look! ${link}`);
  expect(result).toMatchObject({
    ok: true,
    value: { code, items: [{ type: 'video', durationSeconds: 12 }] },
  });
  expect(stage.server.seen.map((one) => `${one.method} ${one.path}`)).toEqual([`GET ${path}`]);
  expect(stage.attempts).toMatchObject([{ strategy: 'page', profile: 'P1', outcome: 'found' }]);
});

test('a link without a name asks for the placeholder, and follows to the author by hand', async () => {
  await using stage = await startReader((request) =>
    request.path === path ? page : { status: 302, headers: { location: `https://www.threads.com${path}` } },
  );
  expect(await stage.reader.extract(`https://www.threads.net/t/${code}`)).toMatchObject({
    ok: true,
    value: { code },
  });
  expect(stage.server.seen.map((one) => one.path)).toEqual([`/@_/post/${code}`, path]);
});

test('a text that names no post asks nothing', async () => {
  await using stage = await startReader(always(page));
  expect(await stage.reader.extract('https://evil.example/')).toEqual({
    ok: false,
    error: { code: 'link.not_threads' },
  });
  expect(await stage.reader.extract(' ')).toEqual({ ok: false, error: { code: 'link.empty' } });
  expect(stage.server.seen).toEqual([]);
});

test('requests for one post at one time share a fetch, and the result serves for minutes', async () => {
  const clock = { now: 1_790_000_000_000 };
  await using stage = await startReader(always(page), { now: () => clock.now });
  const results = await Promise.all(
    [link, `threads.net/t/${code}`, code].map((text) => stage.reader.extract(text)),
  );
  expect(results.every((one) => one.ok)).toBe(true);
  await stage.reader.extract(link);
  expect(stage.server.seen).toHaveLength(1);
  clock.now += 60 * 60_000;
  await stage.reader.extract(link);
  expect(stage.server.seen).toHaveLength(2);
});

test('a failure is not remembered', async () => {
  const served = { page: shell };
  await using stage = await startReader(answers({ page: () => served.page }));
  expect((await stage.reader.extract(link)).ok).toBe(false);
  served.page = page;
  expect((await stage.reader.extract(link)).ok).toBe(true);
});

test('a shell is retried with other profiles, and the one that worked leads from then on', async () => {
  const other = 'DOther00001';
  await using stage = await startReader((request) => {
    if (!agentOf(request).includes('iPhone')) return shell;
    return request.path.includes(other)
      ? { body: buildPage([mediaBlock(buildPost(other, photo('a')))]) }
      : page;
  });
  expect((await stage.reader.extract(link)).ok).toBe(true);
  expect(stage.attempts.map((one) => `${one.profile} ${one.outcome}`)).toEqual([
    'P1 shell',
    'P2 shell',
    'P3 shell',
    'P4 found',
  ]);
  stage.attempts.length = 0;
  expect((await stage.reader.extract(`https://www.threads.com/@bruno_demo/post/${other}`)).ok).toBe(true);
  expect(stage.attempts.map((one) => one.profile)).toEqual(['P4']);
});

test('a crawler is imitated only where the operator names that profile', async () => {
  await using stage = await startReader(answers({}));
  await stage.reader.extract(link);
  expect(stage.server.seen.some((one) => agentOf(one).includes('Googlebot'))).toBe(false);
  await using crawling = await startReader(always(page), { profiles: ['P5'] });
  await crawling.reader.extract(link);
  expect(crawling.server.seen.map(agentOf)).toEqual([expect.stringContaining('Googlebot')]);
});

test('GraphQL is asked with the id, flags, token and cookies of the page', async () => {
  const variables = { postID: '0', flag: true };
  const query = { queryName: 'BarcelonaPostPageDirectQuery', queryID: '27000000000000001', variables };
  const tokens: Served = {
    body: buildPage([preloaderBlock([query])]),
    headers: { 'set-cookie': ['csrftoken=csrf-1; Path=/; Secure', 'mid=m-1; Path=/'] },
  };
  const data = { data: { data: { edges: [{ node: { thread_items: [{ post }] } }] } } };
  await using stage = await startReader(
    answers({ page: always(tokens), graphql: always({ body: `for (;;);${JSON.stringify(data)}` }) }),
  );
  expect(await stage.reader.extract(link)).toMatchObject({
    ok: true,
    value: { code, items: [{ type: 'video' }] },
  });
  const asked = stage.server.seen.at(-1);
  expect(asked?.path).toBe('/graphql/query');
  expect(asked?.headers).toMatchObject({
    'x-fb-lsd': 'x',
    'x-csrftoken': 'csrf-1',
    'x-ig-app-id': '238260118697367',
    'sec-fetch-site': 'same-origin',
    cookie: 'csrftoken=csrf-1; mid=m-1',
  });
  const form = new URLSearchParams(asked?.body);
  expect([form.get('doc_id'), form.get('lsd')]).toEqual(['27000000000000001', 'x']);
  expect(JSON.parse(form.get('variables') ?? '')).toEqual({ postID: shortcodeToId(code), flag: true });
});

test('where the page names no query the configured ones are asked', async () => {
  const asked: string[] = [];
  const graphql: Answering = (request) => {
    asked.push(new URLSearchParams(request.body).get('doc_id') ?? '');
    return { body: '{"data":null,"errors":[{"message":"execution error"}]}' };
  };
  await using stage = await startReader(answers({ graphql }), {
    fallbackQueries: [
      { name: 'Some', id: '111' },
      { name: 'Other', id: '222' },
    ],
  });
  expect(await stage.reader.extract(link)).toMatchObject({ ok: false, error: { code: 'upstream.busy' } });
  expect(asked).toEqual(['111', '222']);
});

test('the route definition needs no page, and a renamed author is followed', async () => {
  const route: Answering = (request) => {
    const asked = new URLSearchParams(request.body).get('route_url');
    const documents =
      asked === path
        ? [{ type: 'preloader', result: { data: { media: post } } }, { type: 'last_response' }]
        : [{ payload: { result: { redirect_result: { url: path } } } }];
    return { body: documents.map((one) => `for (;;);${JSON.stringify(one)}`).join('') };
  };
  await using stage = await startReader(answers({ route }));
  expect(await stage.reader.extract(`https://www.threads.com/@old.name/post/${code}`)).toMatchObject({
    ok: true,
  });
});

test('the embedded card is read when nothing else is', async () => {
  const card = buildCard({ username: 'alma.demo', code, media: soloImage('hill') });
  await using stage = await startReader(answers({ embed: always({ body: buildEmbed(card) }) }));
  expect(await stage.reader.extract(link)).toMatchObject({ ok: true, value: { items: [{ type: 'image' }] } });
  expect(stage.server.seen.at(-1)?.headers).toMatchObject({
    'sec-fetch-dest': 'iframe',
    'sec-fetch-site': 'cross-site',
  });
});

test('the tags of a shell are the last resort', async () => {
  const ogImage = 'https://scontent-demo1-1.cdninstagram.com/v/t51.82787-15/a.jpg?oh=1';
  const body = buildPage([], { ogUrl, ogImage, ogTitle: 'Alma (@alma.demo) on Threads' });
  await using stage = await startReader(answers({ page: always({ body }) }));
  expect(await stage.reader.extract(link)).toMatchObject({
    ok: true,
    value: { items: [{ renditions: [{ url: ogImage }] }] },
  });
  expect(stage.attempts.at(-1)).toMatchObject({ strategy: 'og', profile: null, outcome: 'found' });
});

test('a lack that only GraphQL shows is looked into, and the page is believed at once', async () => {
  const bare = JSON.stringify({ data: { media: buildPost(code) } });
  const card = buildCard({ username: 'alma.demo', code, media: soloImage('hill') });
  await using stage = await startReader(
    answers({ graphql: always({ body: bare }), embed: always({ body: buildEmbed(card) }) }),
  );
  expect(await stage.reader.extract(link)).toMatchObject({ ok: true, value: { items: [{ type: 'image' }] } });
  await using text = await startReader(always({ body: buildPage([mediaBlock(buildPost(code))]) }));
  expect(await text.reader.extract(link)).toMatchObject({
    ok: false,
    error: { code: 'post.no_media', post: { code } },
  });
  expect(text.server.seen).toHaveLength(1);
});

test('a page full of other media without the post is never a success', async () => {
  const stranger = buildPost('DOther00001', { ...video('theirs'), user: bruno });
  const body = buildPage([threadBlock([stranger])], { ogUrl: 'https://www.threads.com/' });
  await using stage = await startReader(answers({ page: always({ body }), embed: always({ body }) }));
  expect(await stage.reader.extract(link)).toMatchObject({ ok: false, error: { code: 'post.gone' } });
  const named = buildPage([threadBlock([stranger])], {
    ogUrl: 'https://www.threads.com/@bruno_demo/post/DOther00001',
  });
  await using wrong = await startReader(answers({ page: always({ body: named }) }));
  expect(await wrong.reader.extract(link)).toMatchObject({ ok: false, error: { code: 'upstream.changed' } });
});

test('copies that contradict each other end the search at once', async () => {
  const body = buildPage([mediaBlock(post), mediaBlock(buildPost(code, { ...photo('x'), user: bruno }))]);
  await using stage = await startReader(always({ body }));
  expect(await stage.reader.extract(link)).toMatchObject({ ok: false, error: { code: 'upstream.changed' } });
  expect(stage.server.seen).toHaveLength(1);
});

test.each<[string, string, Answering]>([
  ['shells everywhere', 'upstream.busy', always(shell)],
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
    'data of an unknown shape',
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
])('%s is told as %s', async (_, expected, answer) => {
  await using stage = await startReader(answer);
  expect(await stage.reader.extract(link)).toMatchObject({ ok: false, error: { code: expected } });
});

test('no redirect ever leads the reader off its origin', async () => {
  await using elsewhere = await startReader(always(page));
  const location = `${elsewhere.server.origin}${path}`;
  await using stage = await startReader(always({ status: 302, headers: { location } }));
  expect((await stage.reader.extract(link)).ok).toBe(false);
  expect(elsewhere.server.seen).toEqual([]);
});

test('a rate limit says when to come back and is not met with more profiles', async () => {
  await using stage = await startReader(always({ status: 429, headers: { 'retry-after': '120' } }));
  expect(await stage.reader.extract(link)).toMatchObject({
    ok: false,
    error: { code: 'upstream.busy', retryAfterSeconds: 120 },
  });
  expect(stage.attempts.filter((one) => one.strategy === 'page')).toHaveLength(1);
});

test('a Threads that does not answer ends in a time-out within the limit', async () => {
  await using stage = await startReader(() => null, {}, { totalMs: 300, pageMs: 100, dataMs: 100 });
  const startedAt = performance.now();
  expect(await stage.reader.extract(link)).toMatchObject({ ok: false, error: { code: 'upstream.timeout' } });
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test('the limit holds even where the fetch handed in heeds no time', async () => {
  await using stage = await startReader(
    always(page),
    { fetch: () => new Promise(() => undefined) },
    { totalMs: 50 },
  );
  expect(await stage.reader.extract(link)).toMatchObject({ ok: false, error: { code: 'upstream.timeout' } });
});

test('a Threads that is not there is unreachable', async () => {
  await using stage = await startReader(always(page), { origin: 'http://127.0.0.1:1' });
  expect(await stage.reader.extract(link)).toMatchObject({
    ok: false,
    error: { code: 'upstream.unreachable' },
  });
});

test('a page beyond the size limit is not understood', async () => {
  await using stage = await startReader(answers({ page: always(page) }), {}, { pageBytes: 100 });
  expect(await stage.reader.extract(link)).toMatchObject({ ok: false, error: { code: 'upstream.changed' } });
});

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

test('the operator learns of every try, and never of a link, a code or an address', async () => {
  await using stage = await startReader(answers({}));
  await stage.reader.extract(link);
  expect(stage.attempts.map((one) => one.strategy)).toEqual([
    'page',
    'page',
    'page',
    'page',
    'graphql',
    'route',
    'embed',
    'og',
  ]);
  const told = JSON.stringify(stage.attempts);
  expect(told.includes(code) || told.includes('http') || told.includes('alma')).toBe(false);
});

test('every request keeps to its origin and its limits', async () => {
  const asked: { url: string; maxBytes: number; timeoutMs: number }[] = [];
  await using stage = await startReader(answers({}), {
    fetch: (request) => {
      asked.push(request);
      return fetchPage(request);
    },
  });
  await stage.reader.extract(link);
  for (const request of asked) {
    expect(new URL(request.url).origin).toBe(stage.server.origin);
    expect(request.maxBytes).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(request.timeoutMs).toBeLessThanOrEqual(5_000);
  }
});
