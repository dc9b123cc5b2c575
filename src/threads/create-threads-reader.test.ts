import { expect, test } from 'vitest';
import { always, answers, code, link, ogUrl, page, path, post, shell } from './fixtures/asked-post.ts';
import { buildCard, buildEmbed, soloImage } from './fixtures/build-embed.ts';
import { buildPage, mediaBlock, preloaderBlock } from './fixtures/build-page.ts';
import { buildPost, photo } from './fixtures/build-post.ts';
import type { Answering, SeenRequest, Served } from './fixtures/serve-threads.ts';
import { startReader } from './fixtures/start-reader.ts';
import { shortcodeToId } from './shortcode.ts';

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

test('a post is read again at once where its addresses are said to have expired', async () => {
  await using stage = await startReader(always(page));
  await stage.reader.extract(link);
  expect(await stage.reader.extract(link, { fresh: true })).toMatchObject({ ok: true });
  expect(stage.server.seen).toHaveLength(2);
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

test('an id of ours that finds nothing bears no witness that the post is gone', async () => {
  const graphql = always({ body: '{"data":null,"errors":[{"message":"execution error"}]}' });
  const embed = always({ body: buildEmbed(buildCard({ username: 'alma.demo', code, text: '' })) });
  await using stage = await startReader(answers({ graphql, embed }));
  expect(await stage.reader.extract(link)).toMatchObject({ ok: false, error: { code: 'upstream.busy' } });
  const query = { queryName: 'BarcelonaPostPageDirectQuery', queryID: '27000000000000001', variables: {} };
  const named = always({ body: buildPage([preloaderBlock([query])]) });
  await using told = await startReader(answers({ page: named, graphql, embed }));
  expect(await told.reader.extract(link)).toMatchObject({ ok: false, error: { code: 'post.gone' } });
});
