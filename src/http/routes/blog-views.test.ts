import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startBlogTestServer } from '#test/support/start-server.ts';
import { isPageView } from './blog.ts';

const reader = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'sec-fetch-site': 'same-origin',
};
const missingId = '00000000-0000-4000-8000-000000000000';

async function startPost() {
  const server = await startBlogTestServer();
  const { id, articleId, slug } = await server.seedPost({ slug: 'read-me' });
  return {
    ...server,
    id,
    articleId,
    view: (headers: Record<string, string> = reader, post = id) =>
      server.request(`/api/blog/posts/${post}/views`, { method: 'POST', headers }),
    requestPixel: (headers: Record<string, string> = reader, method = 'GET', post = id) =>
      server.request(`/api/blog/posts/${post}/views.gif`, { method, headers }),
    async count(locale = 'en') {
      const post = await server.request(`/api/blog/posts/${slug}?locale=${locale}`);
      return ((await post.json()) as { view_count: number }).view_count;
    },
  };
}

test('200 concurrent views raise the count by exactly 200, and only in their language', async () => {
  await using server = await startPost();
  await server.seedPost({ slug: 'read-me', locale: 'de', articleId: server.articleId });
  const responses = await Promise.all(Array.from({ length: 200 }, () => server.view()));
  const counts = await Promise.all(
    responses.map(async (response) => (await response.json()) as { view_count: number }),
  );
  expect(counts.map(({ view_count }) => view_count).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 200 }, (_, index) => index + 1),
  );
  expect(await server.count()).toBe(200);
  expect(await server.count('de')).toBe(0);
});

test('the counting pixel is one transparent pixel and counts every request', async () => {
  await using server = await startPost();
  const response = await server.requestPixel({ ...reader, 'if-none-match': '*' });
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/gif',
    'cache-control': 'private, no-store',
    'cross-origin-resource-policy': 'same-origin',
  });
  const { data, info } = await sharp(await response.arrayBuffer())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, data[3]]).toEqual([1, 1, 0]);
  await server.requestPixel();
  expect(await server.count()).toBe(2);
});

test.each([
  ['a crawler', { ...reader, 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0)' }],
  ['another site in an old browser', { 'user-agent': reader['user-agent'], origin: 'https://evil.example' }],
])('%s gets a response and is not counted', async (_name, headers: Record<string, string>) => {
  await using server = await startPost();
  const response = await server.view(headers);
  expect([response.status, await response.text()]).toEqual([204, '']);
  const pixelResponse = await server.requestPixel(headers);
  expect([pixelResponse.status, pixelResponse.headers.get('content-type')]).toEqual([200, 'image/gif']);
  expect((await server.requestPixel(reader, 'HEAD')).status).toBe(200);
  expect(await server.count()).toBe(0);
});

test.each([missingId, 'x', '%00', `${missingId}'`])(
  'a view of the unknown post id %s is 404',
  async (post) => {
    await using server = await startPost();
    for (const response of [
      await server.view(reader, post),
      await server.requestPixel(reader, 'GET', post),
    ]) {
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(await response.json()).toMatchObject({ success: false, code: 'post.missing' });
    }
  },
);

test('the body of a view request is ignored', async () => {
  await using server = await startPost();
  const response = await server.request(`/api/blog/posts/${server.id}/views`, {
    method: 'POST',
    headers: { ...reader, 'content-type': 'text/plain' },
    body: 'x'.repeat(100_000),
  });
  expect([response.status, await response.json()]).toEqual([200, { view_count: 1 }]);
});

const site = 'https://unspool.example';

const isView = (headers: Record<string, string>, method = 'POST') =>
  isPageView(
    method,
    new Headers({ host: 'inside:3000', 'user-agent': reader['user-agent'], ...headers }),
    site,
  );

test.each([
  ['a page of ours', { 'sec-fetch-site': 'same-origin', origin: site }],
  ['a picture of a page of ours, in a browser without Sec-Fetch', { referer: `${site}/de/blog/x` }],
  ['a browser that tells nothing of where it stands', {}],
])('%s counts as a view', (_name, headers: Record<string, string>) => {
  expect(isView(headers)).toBe(true);
});

test.each([
  ['a crawler', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
  ['a program', { 'user-agent': 'curl/8.5.0' }],
  ['nobody by name', { 'user-agent': '' }],
  ['a prefetch', { 'sec-purpose': 'prefetch' }],
  ['a prerendering', { 'sec-purpose': 'prefetch;prerender' }],
  ['a prefetch of an older browser', { purpose: 'Prefetch' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
  ['an address typed by hand', { 'sec-fetch-site': 'none' }],
  ['another site, in a browser without Sec-Fetch', { origin: 'https://evil.example' }],
  ['a page of ours with another scheme', { host: 'unspool.example', origin: 'http://unspool.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a page that shows the counting picture of ours', { referer: 'https://evil.example/unspool.example' }],
])('%s does not count as a view', (_name, headers: Record<string, string>) => {
  expect(isView(headers)).toBe(false);
});

test('a HEAD request does not count as a view', () => {
  expect(isView({}, 'HEAD')).toBe(false);
});
