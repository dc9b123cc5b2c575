import { expect, test } from 'vitest';
import { buildEmbed, buildEmbedBlock, soloImage } from './fixtures/build-embed.ts';
import { buildPage, mediaBlock, preloaderBlock } from './fixtures/build-page.ts';
import { buildPost, photo } from './fixtures/build-post.ts';
import {
  always,
  code,
  createHandler,
  emptyPage,
  link,
  ogUrl,
  page,
  path,
  post,
} from './fixtures/requested-post.ts';
import type { RecordedRequest, RequestHandler, StubResponse } from './fixtures/serve-threads.ts';
import { startReader } from './fixtures/start-reader.ts';
import { shortcodeToId } from './parse/shortcode.ts';

const getUserAgent = (request: RecordedRequest) => request.headers['user-agent'] ?? '';

test('reading a post takes one request to the URL built from its code', async () => {
  await using fixture = await startReader(always(page));
  const result = await fixture.reader.extract(`Look! ${link}`);
  expect(result).toMatchObject({
    ok: true,
    value: { code, items: [{ type: 'video', durationSeconds: 12 }] },
  });
  expect(fixture.server.requests.map((request) => `${request.method} ${request.path}`)).toEqual([
    `GET ${path}`,
  ]);
  expect(fixture.attempts).toMatchObject([{ strategy: 'page', profile: 'P1', outcome: 'found' }]);
});

test('a link without a user name requests the placeholder path and follows its redirect', async () => {
  await using fixture = await startReader((request) =>
    request.path === path ? page : { status: 302, headers: { location: `https://www.threads.com${path}` } },
  );
  expect(await fixture.reader.extract(`https://www.threads.net/t/${code}`)).toMatchObject({
    ok: true,
    value: { code },
  });
  expect(fixture.server.requests.map((request) => request.path)).toEqual([`/@_/post/${code}`, path]);
});

test('a text without a post link sends no request', async () => {
  await using fixture = await startReader(always(page));
  expect(await fixture.reader.extract('https://evil.example/')).toEqual({
    ok: false,
    error: { code: 'link.not_threads' },
  });
  expect(await fixture.reader.extract(' ')).toEqual({ ok: false, error: { code: 'link.empty' } });
  expect(fixture.server.requests).toEqual([]);
});

test('concurrent reads of one post share a fetch, and the result is cached for minutes', async () => {
  const clock = { now: 1_790_000_000_000 };
  await using fixture = await startReader(always(page), { now: () => clock.now });
  const results = await Promise.all(
    [link, `threads.net/t/${code}`, code].map((text) => fixture.reader.extract(text)),
  );
  expect(results.every((result) => result.ok)).toBe(true);
  await fixture.reader.extract(link);
  expect(fixture.server.requests).toHaveLength(1);
  clock.now += 60 * 60_000;
  await fixture.reader.extract(link);
  expect(fixture.server.requests).toHaveLength(2);
});

test('the fresh option bypasses the cache', async () => {
  await using fixture = await startReader(always(page));
  await fixture.reader.extract(link);
  expect(await fixture.reader.extract(link, { fresh: true })).toMatchObject({ ok: true });
  expect(fixture.server.requests).toHaveLength(2);
});

test('an empty page is retried with other profiles, and the successful one is first afterwards', async () => {
  const other = 'DOther00001';
  await using fixture = await startReader((request) => {
    if (!getUserAgent(request).includes('iPhone')) return emptyPage;
    return request.path.includes(other)
      ? { body: buildPage([mediaBlock(buildPost(other, photo('a')))]) }
      : page;
  });
  expect((await fixture.reader.extract(link)).ok).toBe(true);
  expect(fixture.attempts.map((attempt) => `${attempt.profile} ${attempt.outcome}`)).toEqual([
    'P1 shell',
    'P2 shell',
    'P3 shell',
    'P4 found',
  ]);
  fixture.attempts.length = 0;
  expect((await fixture.reader.extract(`https://www.threads.com/@bruno_demo/post/${other}`)).ok).toBe(true);
  expect(fixture.attempts.map((attempt) => attempt.profile)).toEqual(['P4']);
});

test('the crawler profile is used only if it is configured', async () => {
  await using fixture = await startReader(createHandler({}));
  await fixture.reader.extract(link);
  expect(fixture.server.requests.some((request) => getUserAgent(request).includes('Googlebot'))).toBe(false);
  await using crawlerFixture = await startReader(always(page), { profiles: ['P5'] });
  await crawlerFixture.reader.extract(link);
  expect(crawlerFixture.server.requests.map(getUserAgent)).toEqual([expect.stringContaining('Googlebot')]);
});

test('GraphQL is queried with the id, variables, token and cookies of the page', async () => {
  const variables = { postID: '0', flag: true };
  const query = { queryName: 'BarcelonaPostPageDirectQuery', queryID: '27000000000000001', variables };
  const pageWithTokens: StubResponse = {
    body: buildPage([preloaderBlock([query])]),
    headers: { 'set-cookie': ['csrftoken=csrf-1; Path=/; Secure', 'mid=m-1; Path=/'] },
  };
  const data = { data: { data: { edges: [{ node: { thread_items: [{ post }] } }] } } };
  await using fixture = await startReader(
    createHandler({
      page: always(pageWithTokens),
      graphql: always({ body: `for (;;);${JSON.stringify(data)}` }),
    }),
  );
  expect(await fixture.reader.extract(link)).toMatchObject({
    ok: true,
    value: { code, items: [{ type: 'video' }] },
  });
  const lastRequest = fixture.server.requests.at(-1);
  expect(lastRequest?.path).toBe('/graphql/query');
  expect(lastRequest?.headers).toMatchObject({
    'x-fb-lsd': 'x',
    'x-csrftoken': 'csrf-1',
    'x-ig-app-id': '238260118697367',
    'sec-fetch-site': 'same-origin',
    cookie: 'csrftoken=csrf-1; mid=m-1',
  });
  const form = new URLSearchParams(lastRequest?.body);
  expect([form.get('doc_id'), form.get('lsd')]).toEqual(['27000000000000001', 'x']);
  expect(JSON.parse(form.get('variables') ?? '')).toEqual({ postID: shortcodeToId(code), flag: true });
});

test('the built-in queries are used if the page lists none', async () => {
  const requestedIds: string[] = [];
  const graphql: RequestHandler = (request) => {
    requestedIds.push(new URLSearchParams(request.body).get('doc_id') ?? '');
    return { body: '{"data":null,"errors":[{"message":"execution error"}]}' };
  };
  await using fixture = await startReader(createHandler({ graphql }));
  expect(await fixture.reader.extract(link)).toMatchObject({ ok: false, error: { code: 'upstream.busy' } });
  expect(requestedIds).toEqual(['25460088156920903', '7448594591874178']);
});

test('the route definition needs no page and follows a changed user name', async () => {
  const route: RequestHandler = (request) => {
    const routeUrl = new URLSearchParams(request.body).get('route_url');
    const documents =
      routeUrl === path
        ? [{ type: 'preloader', result: { data: { media: post } } }, { type: 'last_response' }]
        : [{ payload: { result: { redirect_result: { url: path } } } }];
    return { body: documents.map((document) => `for (;;);${JSON.stringify(document)}`).join('') };
  };
  await using fixture = await startReader(createHandler({ route }));
  expect(await fixture.reader.extract(`https://www.threads.com/@old.name/post/${code}`)).toMatchObject({
    ok: true,
  });
});

test('the embed is read if nothing else works', async () => {
  const block = buildEmbedBlock({ username: 'alma.demo', code, media: soloImage('hill') });
  await using fixture = await startReader(createHandler({ embed: always({ body: buildEmbed(block) }) }));
  expect(await fixture.reader.extract(link)).toMatchObject({
    ok: true,
    value: { items: [{ type: 'image' }] },
  });
  expect(fixture.server.requests.at(-1)?.headers).toMatchObject({
    'sec-fetch-dest': 'iframe',
    'sec-fetch-site': 'cross-site',
  });
});

test('the meta tags of an empty page are the last resort', async () => {
  const ogImage = 'https://scontent-demo1-1.cdninstagram.com/v/t51.82787-15/a.jpg?oh=1';
  const body = buildPage([], { ogUrl, ogImage, ogTitle: 'Alma (@alma.demo) on Threads' });
  await using fixture = await startReader(createHandler({ page: always({ body }) }));
  expect(await fixture.reader.extract(link)).toMatchObject({
    ok: true,
    value: { items: [{ renditions: [{ url: ogImage }] }] },
  });
  expect(fixture.attempts.at(-1)).toMatchObject({ strategy: 'og', profile: null, outcome: 'found' });
});

test('missing media in a GraphQL response is verified, but in a page it is final', async () => {
  const bare = JSON.stringify({ data: { media: buildPost(code) } });
  const block = buildEmbedBlock({ username: 'alma.demo', code, media: soloImage('hill') });
  await using fixture = await startReader(
    createHandler({ graphql: always({ body: bare }), embed: always({ body: buildEmbed(block) }) }),
  );
  expect(await fixture.reader.extract(link)).toMatchObject({
    ok: true,
    value: { items: [{ type: 'image' }] },
  });
  await using textFixture = await startReader(always({ body: buildPage([mediaBlock(buildPost(code))]) }));
  expect(await textFixture.reader.extract(link)).toMatchObject({
    ok: false,
    error: { code: 'post.no_media', post: { code } },
  });
  expect(textFixture.server.requests).toHaveLength(1);
});

test('every attempt is reported without a link, code or URL', async () => {
  await using fixture = await startReader(createHandler({}));
  await fixture.reader.extract(link);
  expect(fixture.attempts.map((attempt) => attempt.strategy)).toEqual([
    'page',
    'page',
    'page',
    'page',
    'graphql',
    'route',
    'embed',
    'og',
  ]);
  const serialized = JSON.stringify(fixture.attempts);
  expect(serialized.includes(code) || serialized.includes('http') || serialized.includes('alma')).toBe(false);
});

test('a built-in query id that finds nothing does not prove that the post is gone', async () => {
  const graphql = always({ body: '{"data":null,"errors":[{"message":"execution error"}]}' });
  const embed = always({ body: buildEmbed(buildEmbedBlock({ username: 'alma.demo', code, text: '' })) });
  await using fixture = await startReader(createHandler({ graphql, embed }));
  expect(await fixture.reader.extract(link)).toMatchObject({ ok: false, error: { code: 'upstream.busy' } });
  const query = { queryName: 'BarcelonaPostPageDirectQuery', queryID: '27000000000000001', variables: {} };
  const pageWithQuery = always({ body: buildPage([preloaderBlock([query])]) });
  await using fixtureWithQuery = await startReader(createHandler({ page: pageWithQuery, graphql, embed }));
  expect(await fixtureWithQuery.reader.extract(link)).toMatchObject({
    ok: false,
    error: { code: 'post.gone' },
  });
});
