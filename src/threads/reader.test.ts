import { expect, test } from 'vitest';
import { buildEmbed, buildEmbedBlock, carousel, soloImage } from './fixtures/build-embed.ts';
import { buildPage, mediaBlock, preloaderBlock } from './fixtures/build-page.ts';
import { alma, buildPost, cdn, child, photo, video } from './fixtures/build-post.ts';
import {
  always,
  code,
  createHandler,
  emptyPage,
  invalidPost,
  link,
  ogUrl,
  page,
  path,
  post,
  type RequestHandler,
  redirect,
  startReader,
} from './fixtures/start-reader.ts';
import { shortcodeToId } from './parse/shortcode.ts';
import { maxCachedPosts, postCacheTtlMs } from './reader.ts';

const start = 1_790_000_000_000;
const shareLink = 'threads.com/share/BAdemo1234';
const isShare = (request: { path: string }) => request.path.startsWith('/share/');
const embedOf = (media: string) =>
  always({ body: buildEmbed(buildEmbedBlock({ username: 'alma.demo', code, media })) });
const postPage = (fields: Record<string, unknown>, head = {}) =>
  always({ body: buildPage([mediaBlock(buildPost(code, fields))], head) });

test('reading a post takes one request to the URL built from its code', async () => {
  const { reader, requests, attempts } = startReader(always(page));
  expect(await reader.extract(`Look! ${link}`)).toMatchObject({
    ok: true,
    value: { code, items: [{ type: 'video', durationSeconds: 12 }] },
  });
  expect(requests.map((request) => `${request.method} ${request.path}`)).toEqual([`GET ${path}`]);
  expect(attempts).toMatchObject([{ strategy: 'page', profile: 'P1', outcome: 'found' }]);
});

test('a link without a user name requests the placeholder path and follows its redirect', async () => {
  const { reader, requests } = startReader((request) =>
    request.path === path ? page : redirect(`https://www.threads.com${path}`),
  );
  expect((await reader.extract(`https://www.threads.net/t/${code}`)).ok).toBe(true);
  expect(requests.map((request) => request.path)).toEqual([`/@_/post/${code}`, path]);
});

test('a text without a post link sends no request', async () => {
  const { reader, requests } = startReader(always(page));
  for (const [text, errorCode] of [
    ['https://evil.example/', 'link.not_threads'],
    [' ', 'link.empty'],
    ['https://www.threads.com/@alma.demo/post/DAb…', 'link.cut_off'],
  ] as const)
    expect(await reader.extract(text)).toEqual({ ok: false, error: { code: errorCode } });
  expect(requests).toEqual([]);
});

test('concurrent reads of one post share a request', async () => {
  const { reader, requests } = startReader(always(page));
  const texts = [link, `threads.net/t/${code}`, code];
  const results = await Promise.all(texts.map((text) => reader.extract(text)));
  expect(results.map((result) => result.ok)).toEqual([true, true, true]);
  expect(requests).toHaveLength(1);
});

test('a post is cached for minutes, then expires, and the fresh option bypasses the cache', async () => {
  const clock = { now: start };
  const { reader, requests } = startReader(always(page), { now: () => clock.now });
  await reader.extract(link);
  clock.now = start + postCacheTtlMs;
  await reader.extract(link);
  expect(requests).toHaveLength(1);
  clock.now += 1;
  await reader.extract(link);
  expect(requests).toHaveLength(2);
  expect((await reader.extract(link, { fresh: true })).ok).toBe(true);
  expect(requests).toHaveLength(3);
});

test('a failure is not cached', async () => {
  const served = { page: emptyPage };
  const { reader } = startReader(createHandler({ page: () => served.page }));
  expect((await reader.extract(link)).ok).toBe(false);
  served.page = page;
  expect((await reader.extract(link)).ok).toBe(true);
});

test('the least recently used post is evicted for the newest', async () => {
  const { reader, requests } = startReader((request) => {
    const requestedCode = request.path.split('/').at(-1) ?? '';
    return { body: buildPage([mediaBlock(buildPost(requestedCode, photo('hill')))]) };
  });
  const read = async (index: number) => {
    const result = await reader.extract(`DAsked${String(index).padStart(5, '0')}`);
    expect(result.ok).toBe(true);
    return requests.length;
  };
  for (let index = 0; index <= maxCachedPosts; index += 1) await read(index);
  expect(await read(1)).toBe(maxCachedPosts + 1);
  expect(await read(maxCachedPosts)).toBe(maxCachedPosts + 1);
  expect(await read(0)).toBe(maxCachedPosts + 2);
});

test('a change to a returned post does not affect the cache', async () => {
  const { reader, requests } = startReader(always(page));
  const first = await reader.extract(link);
  const original = structuredClone(first);
  for (const result of [first, await reader.extract(link)]) {
    if (result.ok) result.value.text = 'changed';
  }
  expect(await reader.extract(link)).toEqual(original);
  expect(requests).toHaveLength(1);
});

test('an empty page is retried with other profiles, and the successful one is first afterwards', async () => {
  const { reader, attempts } = startReader((request) =>
    request.headers['user-agent']?.includes('iPhone') ? page : emptyPage,
  );
  await reader.extract(link);
  const labels = attempts.map((attempt) => `${attempt.profile} ${attempt.outcome}`);
  expect(labels).toEqual(['P1 shell', 'P2 shell', 'P3 shell', 'P4 found']);
  attempts.length = 0;
  await reader.extract(link, { fresh: true });
  expect(attempts.map((attempt) => attempt.profile)).toEqual(['P4']);
});

test('posts that no profile can read do not demote any profile', async () => {
  const { reader, attempts } = startReader((request) => {
    if (request.path.includes('DWalled')) return redirect('/login/?next=x');
    return request.headers['user-agent']?.includes('iPhone') ? page : emptyPage;
  });
  for (const blockedCode of ['DWalled0001', 'DWalled0002', 'DWalled0003']) {
    expect(await reader.extract(blockedCode)).toMatchObject({ error: { code: 'upstream.login' } });
  }
  attempts.length = 0;
  expect((await reader.extract(link)).ok).toBe(true);
  expect(attempts.map((attempt) => attempt.profile)).toEqual(['P1', 'P2', 'P3', 'P4']);
});

test('the crawler profile is used only if it is configured', async () => {
  const { reader, requests } = startReader(createHandler({}));
  await reader.extract(link);
  expect(requests.filter((request) => request.headers['user-agent']?.includes('Googlebot'))).toEqual([]);
  const crawler = startReader(always(page), { profiles: ['P5'] });
  await crawler.reader.extract(link);
  expect(crawler.requests.map((request) => request.headers['user-agent'])).toEqual([
    expect.stringContaining('Googlebot'),
  ]);
});

const pageWithQuery = {
  body: buildPage([
    preloaderBlock([
      {
        queryName: 'BarcelonaPostPageDirectQuery',
        queryID: '27000000000000001',
        variables: { postID: '0', flag: true },
      },
    ]),
  ]),
};

test('GraphQL is queried with the id, variables, token and cookies of the page', async () => {
  const data = { data: { data: { edges: [{ node: { thread_items: [{ post }] } }] } } };
  const { reader, requests } = startReader(
    createHandler({
      page: always({ ...pageWithQuery, cookies: ['csrftoken=csrf-1', 'mid=m-1', 'bad=a\r\nb'] }),
      graphql: always({ body: `for (;;);${JSON.stringify(data)}` }),
    }),
  );
  expect(await reader.extract(link)).toMatchObject({ value: { code, items: [{ type: 'video' }] } });
  const lastRequest = requests.at(-1);
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

test('a post without a user name has the one that the page is redirected to', async () => {
  const { username: _, ...user } = alma;
  const nameless = { body: buildPage([mediaBlock({ ...post, user })]) };
  const { reader } = startReader((request) => (request.path === path ? nameless : redirect(path)));
  expect(await reader.extract(`https://www.threads.com/t/${code}`)).toMatchObject({
    value: { author: { username: 'alma.demo' }, items: [{ type: 'video' }] },
  });
});

test('the built-in queries are used if the page lists none, but their failure proves nothing', async () => {
  const requestedIds: (string | null)[] = [];
  const graphql: RequestHandler = (request) => {
    requestedIds.push(new URLSearchParams(request.body).get('doc_id'));
    return { body: '{"data":null,"errors":[{"message":"execution error"}]}' };
  };
  const embed = always({ body: buildEmbed(buildEmbedBlock({ username: 'alma.demo', code, text: '' })) });
  const builtIn = startReader(createHandler({ graphql, embed }));
  expect(await builtIn.reader.extract(link)).toMatchObject({ error: { code: 'upstream.empty' } });
  expect(requestedIds).toEqual([
    '29510775798509348',
    '28483134274683819',
    '25460088156920903',
    '7448594591874178',
  ]);
  const announced = startReader(createHandler({ page: always(pageWithQuery), graphql, embed }));
  expect(await announced.reader.extract(link)).toMatchObject({ error: { code: 'post.gone' } });
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
  const { reader } = startReader(createHandler({ route }));
  expect((await reader.extract(`https://www.threads.com/@old.name/post/${code}`)).ok).toBe(true);
});

test('missing media in a GraphQL response is verified with the embed, but in a page it is final', async () => {
  const graphql = always({ body: JSON.stringify({ data: { media: buildPost(code) } }) });
  const verified = startReader(createHandler({ graphql, embed: embedOf(soloImage('hill')) }));
  expect(await verified.reader.extract(link)).toMatchObject({ value: { items: [{ type: 'image' }] } });
  expect(verified.requests.at(-1)?.headers).toMatchObject({
    'sec-fetch-dest': 'iframe',
    'sec-fetch-site': 'cross-site',
  });
  const final = startReader(postPage({}));
  expect(await final.reader.extract(link)).toMatchObject({
    error: { code: 'post.no_media', post: { code } },
  });
  expect(final.requests).toHaveLength(1);
});

test('every attempt is reported without a link, code or URL', async () => {
  const { reader, attempts } = startReader(createHandler({}));
  await reader.extract(link);
  expect(attempts.map(({ strategy, profile }) => `${strategy} ${profile}`)).toEqual([
    ...['page P1', 'page P2', 'page P3', 'page P4'],
    ...['graphql P1', 'route P1', 'embed P1', 'og null'],
  ]);
  expect(JSON.stringify(attempts)).not.toMatch(new RegExp(`${code}|http|alma`));
});

const head = {
  ogUrl,
  ogImage: `${cdn}/v/t51.82787-15/cover.jpg?oh=1`,
  ogTitle: 'Alma (@alma.demo) on Threads',
};
const unparsedVideo = { ...child('12', video('clip')), media_type: 2, video_versions: [] };
const partialPage = postPage(
  { media_type: 8, carousel_media: [child('11', photo('hill')), unparsedVideo] },
  head,
);

test('a video with only a cover is reported as a change, never returned as an image', async () => {
  const coverOnly = postPage({ ...video('clip'), video_versions: null }, head);
  const { reader, attempts } = startReader(createHandler({ page: coverOnly }));
  expect(await reader.extract(link)).toMatchObject({ error: { code: 'upstream.changed' } });
  expect(attempts.map((attempt) => attempt.strategy)).toEqual(['page', 'graphql', 'route', 'embed']);
});

test('other strategies complete what the page shows only in part', async () => {
  const { reader } = startReader(
    createHandler({ page: partialPage, embed: embedOf(carousel('hill', 'clip')) }),
  );
  const result = await reader.extract(link);
  expect(result).toMatchObject({ ok: true, value: { items: [{ type: 'image' }, { type: 'video' }] } });
  expect(result).not.toHaveProperty('value.incomplete');
});

test('if no strategy finds more, the partial result is marked as incomplete', async () => {
  const { reader, attempts } = startReader(createHandler({ page: partialPage }));
  const result = await reader.extract(link);
  expect(result).toMatchObject({ value: { incomplete: true, items: [{ id: '11', type: 'image' }] } });
  expect(result.ok && result.value.items).toHaveLength(1);
  expect(attempts.map((attempt) => attempt.strategy)).toEqual(['page', 'graphql', 'route', 'embed']);
});

test('a share link is followed manually, and its clean canonical page is read', async () => {
  const { reader, requests } = startReader((request) =>
    isShare(request) ? redirect(`https://www.threads.com${path}?xmt=AQ&slof=1`) : page,
  );
  expect((await reader.extract('https://www.threads.com/share/_Bdemo1234/')).ok).toBe(true);
  expect(requests.map((request) => request.path)).toEqual(['/share/_Bdemo1234/', path]);
});

test('a share link that returns a page is resolved by the canonical URL of that page', async () => {
  const { reader } = startReader((request) => (isShare(request) ? emptyPage : page));
  expect(await reader.extract(shareLink)).toMatchObject({ ok: true, value: { code } });
});

test('the redirect of a share link names the author, so a private account can be detected', async () => {
  const { reader } = startReader((request) => {
    if (isShare(request)) return redirect(path);
    return request.path === '/@alma.demo' ? redirect('/login') : invalidPost;
  });
  expect(await reader.extract(shareLink)).toMatchObject({ error: { code: 'post.private' } });
});
