import { expect, test } from 'vitest';
import type { Category, Post, PostList, Tag } from '#blog/contract.ts';
import { startBlogTestServer } from '#test/support/start-server.ts';

const lists = ['/api/blog/posts', '/api/blog/categories', '/api/blog/tags'];

test('lists the published posts of one language, newest first, with text, category and tags', async () => {
  await using server = await startBlogTestServer();
  await server.seedPost({
    title: 'Older',
    content: '<p>Words</p>',
    category: 'guides',
    tags: ['video', 'gif'],
  });
  await server.seedPost({ title: 'Newer' });
  await server.seedPost({ title: 'Hidden', status: 'draft' });
  await server.seedPost({ title: 'Anders', locale: 'de' });
  const response = await server.request('/api/blog/posts');
  expect(response.status).toBe(200);
  const { posts, totalPosts } = (await response.json()) as PostList<Post>;
  expect(totalPosts).toBe(2);
  expect(posts.map((post) => post.title)).toEqual(['Newer', 'Older']);
  expect(posts[1]).toMatchObject({
    content: '<p>Words</p>',
    locale: 'en',
    category: { slug: 'guides' },
    tags: [{ slug: 'gif' }, { slug: 'video' }],
  });
});

test('a list can omit the texts, use another language, and be filtered and paginated', async () => {
  await using server = await startBlogTestServer();
  for (const title of ['Eins', 'Zwei', 'Drei'])
    await server.seedPost({ title, locale: 'de', tags: ['video'] });
  await server.seedPost({ title: 'Vier', locale: 'de' });
  const list = async (query: string) =>
    (await (await server.request(`/api/blog/posts?locale=de&fields=summary&${query}`)).json()) as PostList;
  const page = await list('tag=video&pageSize=2&page=2');
  expect(page).toMatchObject({ totalPosts: 3, posts: [{ title: 'Eins' }] });
  expect(page.posts[0]).not.toHaveProperty('content');
  expect((await list('search=ZWEI')).posts.map(({ title }) => title)).toEqual(['Zwei']);
  expect((await list('category=&tag=&search=')).totalPosts).toBe(4);
});

test('categories and tags are named in the requested language', async () => {
  await using server = await startBlogTestServer();
  await server.seedCategory('guides', { en: 'Guides', de: 'Anleitungen' });
  await server.seedTag('gif', { en: 'GIFs', de: 'GIF-Bilder' });
  const named = async (path: string) =>
    ((await (await server.request(path)).json()) as (Category | Tag)[]).map(({ name }) => name);
  expect(await named('/api/blog/categories')).toEqual(['Guides']);
  expect(await named('/api/blog/categories?locale=de')).toEqual(['Anleitungen']);
  expect(await named('/api/blog/tags?locale=de')).toEqual(['GIF-Bilder']);
});

test('a post is found by its slug in any script, and a former slug redirects to it', async () => {
  await using server = await startBlogTestServer();
  const slug = 'วิธีบันทึกวิดีโอ';
  await server.seedPost({ title: 'Thai', locale: 'th', slug, content: '<p>ก</p>', oldSlugs: ['เก่า', 'old'] });
  const found = await server.request(`/api/blog/posts/${encodeURIComponent(slug)}?locale=th`);
  expect(found.status).toBe(200);
  expect(await found.json()).toMatchObject({ slug, title: 'Thai', content: '<p>ก</p>', view_count: 0 });
  for (const old of ['old', encodeURIComponent('เก่า')]) {
    const moved = await server.request(`/api/blog/posts/${old}?locale=th`);
    expect(moved.status).toBe(301);
    expect(moved.headers.get('location')).toBe(`/api/blog/posts/${encodeURIComponent(slug)}?locale=th`);
  }
  const followed = await server.request('/api/blog/posts/old?locale=th', { redirect: 'follow' });
  expect(await followed.json()).toMatchObject({ slug });
});

test.each(['missing', 'drafted', 'old?locale=de', 'a%2Fb', '%00', '%ff', encodeURIComponent("'; --")])(
  'a missing post (%s) is 404 with a code and a message in the preferred language',
  async (slug) => {
    await using server = await startBlogTestServer();
    await server.seedPost({ slug: 'drafted', status: 'draft' });
    await server.seedPost({ slug: 'new', oldSlugs: ['old'] });
    const request = async (language: string) =>
      server.request(`/api/blog/posts/${slug}`, { headers: { 'accept-language': language } });
    const english = await request('en');
    expect(english.status).toBe(404);
    expect(english.headers.get('cache-control')).toBe('private, no-store');
    const expectedBody = {
      success: false,
      code: 'post.missing',
      error: expect.stringMatching(/^This blog post/),
    };
    expect(await english.json()).toEqual(expectedBody);
    expect(((await (await request('th')).json()) as { error: string }).error).toMatch(/\p{Script=Thai}/u);
  },
);

test.each([
  ['/api/blog/posts?locale=xx', ['locale']],
  ['/api/blog/posts?page=0&pageSize=101', ['page', 'pageSize']],
  ['/api/blog/posts?page=two', ['page']],
  ['/api/blog/posts?page=', ['page']],
  ['/api/blog/posts?page=1&page=2', ['page']],
  [`/api/blog/posts?search=${'x'.repeat(101)}`, ['search']],
  ['/api/blog/posts?fields=none', ['fields']],
  ['/api/blog/posts?pagesize=5&Tag=x', ['pagesize', 'Tag']],
  ['/api/blog/posts/some-post?language=de', ['language']],
  ['/api/blog/categories?page=1', ['page']],
  ['/api/blog/tags?locale=EN', ['locale']],
])('%s is rejected with the names of the invalid parameters', async (path, parameters) => {
  await using server = await startBlogTestServer();
  const response = await server.request(path);
  expect(response.status).toBe(400);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(await response.json()).toEqual({
    success: false,
    code: 'query.malformed',
    error: expect.stringMatching(/^A query parameter .+ \/api /),
    parameters,
  });
});

test.each(lists)('%s is cacheable, readable from any origin, and revalidated by ETag', async (path) => {
  await using server = await startBlogTestServer();
  await server.seedPost({ category: 'guides', tags: ['video'] });
  const first = await server.request(path);
  expect(first.headers.get('cache-control')).toBe(
    'public, max-age=0, s-maxage=300, stale-while-revalidate=86400',
  );
  expect(first.headers.get('access-control-allow-origin')).toBe('*');
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  const again = await server.request(path, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await server.request(path, { method: 'HEAD' });
  expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
  await server.seedPost({ category: 'other', tags: ['gif'] });
  await server.change(['en']);
  expect((await server.request(path, { headers: { 'if-none-match': etag } })).status).toBe(200);
});

test('a long list is compressed, and each encoding has its own ETag', async () => {
  await using server = await startBlogTestServer();
  await server.seedPost({ content: `<p>${'long '.repeat(1000)}</p>` });
  const request = (encoding: string) =>
    server.request('/api/blog/posts', { headers: { 'accept-encoding': encoding } });
  const [plain, br, gzip] = [
    await request('identity'),
    await request('gzip, br'),
    await request('gzip, br;q=0'),
  ];
  expect([plain, br, gzip].map(({ headers }) => headers.get('content-encoding'))).toEqual([
    null,
    'br',
    'gzip',
  ]);
  expect(new Set([plain, br, gzip].map(({ headers }) => headers.get('etag'))).size).toBe(3);
  expect(await br.json()).toEqual(await plain.json());
  expect(gzip.headers.get('vary')).toContain('accept-encoding');
});

test.each([
  ['GET', '/api/blog'],
  ['GET', '/api/blog/'],
  ['GET', '/api/blog/post'],
  ['POST', '/api/blog/posts'],
  ['DELETE', '/api/blog/posts/x'],
  ['GET', '/api/blog/posts/x/views'],
])('%s %s is 404 and points to the API reference', async (method, path) => {
  await using server = await startBlogTestServer();
  const response = await server.request(path, { method });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    code: 'call.unknown',
    error: expect.stringContaining('/api'),
  });
});
