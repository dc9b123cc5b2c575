import { expect, test } from 'vitest';
import type { Category, Post, PostList, Tag } from '#blog/contract.ts';
import { startBlogEdge } from '#test/support/start-blog-edge.ts';

const lists = ['/api/blog/posts', '/api/blog/categories', '/api/blog/tags'];

test('published posts of one language are listed newest first, with their text, category and tags', async () => {
  await using edge = await startBlogEdge();
  await edge.sowPost({ title: 'Older', content: '<p>Words</p>', category: 'guides', tags: ['video', 'gif'] });
  await edge.sowPost({ title: 'Newer' });
  await edge.sowPost({ title: 'Hidden', status: 'draft' });
  await edge.sowPost({ title: 'Anders', locale: 'de' });
  const answer = await edge.ask('/api/blog/posts');
  expect(answer.status).toBe(200);
  const { posts, totalPosts } = (await answer.json()) as PostList<Post>;
  expect(totalPosts).toBe(2);
  expect(posts.map((post) => post.title)).toEqual(['Newer', 'Older']);
  expect(posts[1]).toMatchObject({
    content: '<p>Words</p>',
    locale: 'en',
    category: { slug: 'guides' },
    tags: [{ slug: 'gif' }, { slug: 'video' }],
  });
});

test('a list may leave the texts out, be of another language, filtered and cut into pages', async () => {
  await using edge = await startBlogEdge();
  for (const title of ['Eins', 'Zwei', 'Drei']) await edge.sowPost({ title, locale: 'de', tags: ['video'] });
  await edge.sowPost({ title: 'Vier', locale: 'de' });
  const list = async (query: string) =>
    (await (await edge.ask(`/api/blog/posts?locale=de&fields=summary&${query}`)).json()) as PostList;
  const page = await list('tag=video&pageSize=2&page=2');
  expect(page).toMatchObject({ totalPosts: 3, posts: [{ title: 'Eins' }] });
  expect(page.posts[0]).not.toHaveProperty('content');
  expect((await list('search=ZWEI')).posts.map(({ title }) => title)).toEqual(['Zwei']);
  expect((await list('category=&tag=&search=')).totalPosts).toBe(4);
});

test('categories and tags are named in the language asked for', async () => {
  await using edge = await startBlogEdge();
  await edge.sowCategory('guides', { en: 'Guides', de: 'Anleitungen' });
  await edge.sowTag('gif', { en: 'GIFs', de: 'GIF-Bilder' });
  const named = async (path: string) =>
    ((await (await edge.ask(path)).json()) as (Category | Tag)[]).map(({ name }) => name);
  expect(await named('/api/blog/categories')).toEqual(['Guides']);
  expect(await named('/api/blog/categories?locale=de')).toEqual(['Anleitungen']);
  expect(await named('/api/blog/tags?locale=de')).toEqual(['GIF-Bilder']);
});

test('a post is read by its slug, in whatever script, and leads on from a former one', async () => {
  await using edge = await startBlogEdge();
  const slug = 'วิธีบันทึกวิดีโอ';
  await edge.sowPost({ title: 'Thai', locale: 'th', slug, content: '<p>ก</p>', oldSlugs: ['เก่า', 'old'] });
  const found = await edge.ask(`/api/blog/posts/${encodeURIComponent(slug)}?locale=th`);
  expect(found.status).toBe(200);
  expect(await found.json()).toMatchObject({ slug, title: 'Thai', content: '<p>ก</p>', view_count: 0 });
  for (const old of ['old', encodeURIComponent('เก่า')]) {
    const moved = await edge.ask(`/api/blog/posts/${old}?locale=th`);
    expect(moved.status).toBe(301);
    expect(moved.headers.get('location')).toBe(`/api/blog/posts/${encodeURIComponent(slug)}?locale=th`);
  }
  const followed = await edge.ask('/api/blog/posts/old?locale=th', { redirect: 'follow' });
  expect(await followed.json()).toMatchObject({ slug });
});

test.each(['missing', 'drafted', 'old?locale=de', 'a%2Fb', '%00', '%ff', encodeURIComponent("'; --")])(
  'a post that is not there, as %s, is 404 with a code and a sentence in the language preferred',
  async (slug) => {
    await using edge = await startBlogEdge();
    await edge.sowPost({ slug: 'drafted', status: 'draft' });
    await edge.sowPost({ slug: 'new', oldSlugs: ['old'] });
    const ask = async (language: string) =>
      edge.ask(`/api/blog/posts/${slug}`, { headers: { 'accept-language': language } });
    const english = await ask('en');
    expect(english.status).toBe(404);
    expect(english.headers.get('cache-control')).toBe('private, no-store');
    const refused = {
      success: false,
      code: 'post.missing',
      error: expect.stringMatching(/^There is no post/),
    };
    expect(await english.json()).toEqual(refused);
    expect(((await (await ask('th')).json()) as { error: string }).error).toMatch(/\p{Script=Thai}/u);
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
])('%s is refused with what is wrong in it', async (path, parameters) => {
  await using edge = await startBlogEdge();
  const answer = await edge.ask(path);
  expect(answer.status).toBe(400);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(await answer.json()).toEqual({
    success: false,
    code: 'query.malformed',
    error: expect.stringMatching(/^A parameter .+ \/api /),
    parameters,
  });
});

test('no text in a query is a fault of ours', async () => {
  await using edge = await startBlogEdge();
  for (const text of [
    '%00',
    "'",
    '%5C',
    '%25',
    '_',
    '&tag=%00',
    '&category=%00',
    '%F0%9F%A7%B5',
    '%ff',
    '(|!:*',
  ]) {
    const answer = await edge.ask(`/api/blog/posts?search=${text}`);
    expect([200, 400], text).toContain(answer.status);
  }
});

test.each(lists)(
  '%s may lie in shared caches, be read by any site, and is compared by its tag',
  async (path) => {
    await using edge = await startBlogEdge();
    await edge.sowPost({ category: 'guides', tags: ['video'] });
    const first = await edge.ask(path);
    expect(first.headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=300, stale-while-revalidate=86400',
    );
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const again = await edge.ask(path, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await edge.ask(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
    await edge.sowPost({ category: 'other', tags: ['gif'] });
    await edge.change(['en']);
    expect((await edge.ask(path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  },
);

test('a long list is compressed, each encoding with a tag of its own', async () => {
  await using edge = await startBlogEdge();
  await edge.sowPost({ content: `<p>${'long '.repeat(1000)}</p>` });
  const ask = (encoding: string) => edge.ask('/api/blog/posts', { headers: { 'accept-encoding': encoding } });
  const [plain, br, gzip] = [await ask('identity'), await ask('gzip, br'), await ask('gzip, br;q=0')];
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
])('%s %s is no call, and says where they are listed', async (method, path) => {
  await using edge = await startBlogEdge();
  const answer = await edge.ask(path, { method });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'call.unknown', error: expect.stringContaining('/api') });
});
