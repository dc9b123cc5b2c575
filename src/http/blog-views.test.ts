import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startBlogEdge } from '#test/support/start-blog-edge.ts';

const reader = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'sec-fetch-site': 'same-origin',
};
const nobody = '00000000-0000-4000-8000-000000000000';

async function startPost() {
  const edge = await startBlogEdge();
  const { id, articleId, slug } = await edge.sowPost({ slug: 'read-me' });
  return {
    ...edge,
    id,
    articleId,
    view: (headers: Record<string, string> = reader, post = id) =>
      edge.ask(`/api/blog/posts/${post}/views`, { method: 'POST', headers }),
    picture: (headers: Record<string, string> = reader, method = 'GET', post = id) =>
      edge.ask(`/api/blog/posts/${post}/views.gif`, { method, headers }),
    async count(locale = 'en') {
      const post = await edge.ask(`/api/blog/posts/${slug}?locale=${locale}`);
      return ((await post.json()) as { view_count: number }).view_count;
    },
  };
}

test('200 readings at once raise the count by exactly 200, and by none in another language', async () => {
  await using edge = await startPost();
  await edge.sowPost({ slug: 'read-me', locale: 'de', articleId: edge.articleId });
  const answers = await Promise.all(Array.from({ length: 200 }, () => edge.view()));
  const counts = await Promise.all(
    answers.map(async (answer) => (await answer.json()) as { view_count: number }),
  );
  expect(counts.map(({ view_count }) => view_count).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 200 }, (_, place) => place + 1),
  );
  expect(await edge.count()).toBe(200);
  expect(await edge.count('de')).toBe(0);
});

test('the counting picture is one clear pixel, and counts each time it is asked for', async () => {
  await using edge = await startPost();
  const answer = await edge.picture({ ...reader, 'if-none-match': '*' });
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/gif',
    'cache-control': 'private, no-store',
    'cross-origin-resource-policy': 'same-origin',
  });
  const { data, info } = await sharp(await answer.arrayBuffer())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, data[3]]).toEqual([1, 1, 0]);
  await edge.picture();
  expect(await edge.count()).toBe(2);
});

test.each([
  ['a crawler', { ...reader, 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0)' }],
  ['a prefetch', { ...reader, 'sec-purpose': 'prefetch;prerender' }],
  ['another site', { ...reader, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another site in an old browser', { 'user-agent': reader['user-agent'], origin: 'https://evil.example' }],
])('%s is answered and not counted', async (_name, headers: Record<string, string>) => {
  await using edge = await startPost();
  const answer = await edge.view(headers);
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  const picture = await edge.picture(headers);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/gif']);
  expect(await edge.count()).toBe(0);
});

test('who asks for the headers of the picture alone is not counted', async () => {
  await using edge = await startPost();
  expect((await edge.picture(reader, 'HEAD')).status).toBe(200);
  expect(await edge.count()).toBe(0);
});

test.each([nobody, 'x', '%00', `${nobody}'`])('a view of %s, which is no post, is 404', async (post) => {
  await using edge = await startPost();
  for (const answer of [await edge.view(reader, post), await edge.picture(reader, 'GET', post)]) {
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await answer.json()).toMatchObject({ success: false, code: 'post.missing' });
  }
});

test('what is sent along is not read', async () => {
  await using edge = await startPost();
  const answer = await edge.ask(`/api/blog/posts/${edge.id}/views`, {
    method: 'POST',
    headers: { ...reader, 'content-type': 'text/plain' },
    body: 'x'.repeat(100_000),
  });
  expect([answer.status, await answer.json()]).toEqual([200, { view_count: 1 }]);
});
