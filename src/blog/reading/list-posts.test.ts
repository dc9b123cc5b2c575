import { desc, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { post } from '#database/schema.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { listQuerySchema } from '../contract.ts';
import { createSeeder } from '../fixtures/seed-posts.ts';
import { createBlogReader } from '../read.ts';
import { createCountCache } from './count-cache.ts';

const query = listQuerySchema.parse.bind(listQuerySchema);

function start(database: TestDatabase) {
  const clock = { now: Date.UTC(2026, 5, 1) };
  const reader = createBlogReader({ database, now: () => clock.now });
  const titles = async (filters: Record<string, unknown>) =>
    (await reader.listPosts(query(filters))).posts.map((post) => post.title);
  return { clock, reader, titles, ...createSeeder(database.query) };
}

describeDatabases('listing posts', (open) => {
  test('the words of a search never meet the cached anchors or pages of another list', async () => {
    await using database = await open();
    const { seedPost, reader } = start(database);
    for (let at = 0; at < 201; at += 1) await seedPost({ title: `s ${at}` });
    const deepPage = () => reader.listPosts(query({ page: 3, pageSize: 100 }));
    const found = async (search: string) => (await reader.listPosts(query({ search }))).totalPosts;
    for (const search of ['anchors', 'count', 's', 's 0 10', '["anchors",""]'])
      expect(await found(search), search).toEqual(expect.any(Number));
    expect((await deepPage()).posts).toHaveLength(1);
    expect(await found('anchors')).toBe(0);
  });

  test('the published posts of a language are listed, newest first', async () => {
    await using database = await open();
    const { seedPost, reader } = start(database);
    await seedPost({ title: 'Old' });
    await seedPost({ title: 'Draft', status: 'draft' });
    await seedPost({ title: 'Archived', status: 'archived' });
    await seedPost({ title: 'Deutsch', locale: 'de' });
    await seedPost({ title: 'New' });
    const { posts, totalPosts } = await reader.listPosts(query({ locale: 'en' }));
    expect(posts.map((post) => post.title)).toEqual(['New', 'Old']);
    expect(totalPosts).toBe(2);
  });

  test('posts published at the same time keep their order across pages', async () => {
    await using database = await open();
    const { seedPost, reader } = start(database);
    const publishedAt = new Date(Date.UTC(2026, 1, 1));
    for (let at = 0; at < 7; at += 1) await seedPost({ publishedAt });
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => reader.listPosts(query({ page, pageSize: 3 }))),
    );
    expect(pages.map((page) => page.posts.length)).toEqual([3, 3, 1, 0]);
    expect(pages.map((page) => page.totalPosts)).toEqual([7, 7, 7, 7]);
    const ids = pages.flatMap((page) => page.posts.map((post) => post.id));
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
  });

  test('deep pages have the same order', async () => {
    await using database = await open();
    const { seedPost, reader } = start(database);
    const { articleId } = await seedPost({ category: 'guides' });
    // Three posts share each date, so that pages split posts of the same date.
    await database.query.execute(sql`
      with added as (insert into article (source_locale, category_id)
        select 'en', category.id from category, generate_series(1, 2600) returning id)
      insert into post (article_id, locale, slug, title, status, published_at)
      select id, 'en', 's' || row_number() over (), 'T', 'published', timestamptz '2026-03-01' + row_number() over () / 3 * interval '1 minute'
      from added`);
    const inOrder = await database.query
      .select({ id: post.id, articleId: post.articleId })
      .from(post)
      .orderBy(desc(post.publishedAt), desc(post.id));
    for (const category of ['', 'guides']) {
      for (const page of [1, 2, 3, 10, 21, 26, 27]) {
        const { posts } = await reader.listPosts(query({ page, pageSize: 100, category }));
        const ids = posts.map(({ id }) => id);
        expect(ids).toEqual(inOrder.slice((page - 1) * 100, page * 100).map(({ id }) => id));
      }
    }
    const [cluster] = await reader.listTranslationGroups('en', 2600, 10);
    expect(cluster?.[0]?.id).toBe(inOrder.at(-1)?.id);
    expect(inOrder.at(-1)?.articleId).toBe(articleId);
  });

  test('category, tags and cover are nested, named in the language of the list or in English', async () => {
    await using database = await open();
    const { seedPost, seedCategory, seedTag, reader } = start(database);
    await seedCategory('guides', { en: 'Guides', de: 'Anleitungen' });
    await seedTag('video', { en: 'Video', de: 'Filme' });
    await seedTag('audio', { en: 'Audio' });
    await seedPost({
      locale: 'de',
      category: 'guides',
      tags: ['video', 'audio'],
      cover: { width: 1000, height: 500 },
      featured_image_alt: 'Eine Spule',
      content: '<p>Text</p>',
    });
    const { posts } = await reader.listPosts(query({ locale: 'de' }));
    expect(posts[0]).toMatchObject({
      category: { name: 'Anleitungen', slug: 'guides', color: '#336699', description: 'About guides' },
      tags: [{ name: 'Audio' }, { name: 'Filme' }],
      featured_image_url: expect.stringMatching(/^\/files\/[0-9a-f-]{36}\/1000\.webp$/),
      featured_image_width: 1000,
      featured_image_height: 500,
      featured_image_srcset: expect.stringContaining('/480.webp 480w'),
      featured_image_alt: 'Eine Spule',
      published_at: '2026-01-01T00:01:00.000Z',
      view_count: 0,
    });
    expect(posts[0]).not.toHaveProperty('content');
    expect((await reader.listPostsWithContent(query({ locale: 'de' }))).posts[0]?.content).toBe(
      '<p>Text</p>',
    );
  });

  test('category, tag and search filters are combined', async () => {
    await using database = await open();
    const { seedPost, titles, reader } = start(database);
    await seedPost({ title: 'Save a video', category: 'guides', tags: ['video', 'phone'] });
    await seedPost({ title: 'Save a picture', category: 'guides', tags: ['picture'] });
    await seedPost({ title: 'Video formats', category: 'formats', tags: ['video'] });
    expect(await titles({ category: 'guides' })).toEqual(['Save a picture', 'Save a video']);
    expect(await titles({ tag: 'video' })).toEqual(['Video formats', 'Save a video']);
    expect(await titles({ tag: 'video', category: 'guides' })).toEqual(['Save a video']);
    expect(await titles({ search: 'save', tag: 'video' })).toEqual(['Save a video']);
    expect(await titles({ search: 'picture', category: 'formats' })).toEqual([]);
    for (const faulty of [{ category: 'none' }, { tag: 'none' }, { tag: '\0' }, { category: 'Guides' }]) {
      expect(await reader.listPosts(query(faulty))).toEqual({ posts: [], totalPosts: 0 });
    }
  });

  test('matches in title or excerpt come first, then matches by terms in order of rank', async () => {
    await using database = await open();
    const { seedPost, reader } = start(database);
    const far = 'Something about a file. '.repeat(20);
    await seedPost({ title: 'Downloads', excerpt: 'Each DOWNLOAD Folder explained' });
    await seedPost({ title: 'Where is my download folder?' });
    await seedPost({ title: 'Both', content: '<p>The folder of a download.</p>' });
    await seedPost({ title: 'Apart', content: `<p>A download. ${far} A folder.</p>` });
    await seedPost({ title: 'The folder for every download' });
    await seedPost({ title: 'Folder only', content: '<p>folder</p>' });
    const pages = await Promise.all(
      [1, 2, 3].map((page) => reader.listPosts(query({ search: ' Download folder ', page, pageSize: 3 }))),
    );
    const titles = pages.map((page) => page.posts.map((post) => post.title));
    expect(titles).toEqual([
      ['Where is my download folder?', 'Downloads', 'The folder for every download'],
      ['Both', 'Apart'],
      [],
    ]);
    expect(pages.map((page) => page.totalPosts)).toEqual([5, 5, 5]);
  });

  test('above 300, matches by terms are listed newest first', async () => {
    await using database = await open();
    const { seedPost, titles, reader } = start(database);
    await seedPost({ title: 'Best', content: '<p>A folder, a folder.</p>' });
    await seedPost({ title: 'Newest', content: '<p>A folder, and many other words.</p>' });
    const addCopies = (count: number) =>
      database.query.execute(sql`
        with added as (insert into article (source_locale) select 'en' from generate_series(1, ${count}::int) returning id)
        insert into post (article_id, locale, slug, title, status, published_at, search)
        select added.id, 'en', added.id, 'Copy', 'published', timestamptz '2020-01-01', post.search
        from added, post where post.title = 'Newest'`);
    await addCopies(298);
    expect((await titles({ search: 'folder' })).slice(0, 2)).toEqual(['Best', 'Newest']);
    await addCopies(1);
    reader.invalidate({ locales: ['en'] });
    expect((await titles({ search: 'folder' })).slice(0, 2)).toEqual(['Newest', 'Best']);
  });

  test('a repeated search is answered from memory until the next change', async () => {
    await using database = await open();
    const { seedPost, titles, reader } = start(database);
    const { id } = await seedPost({ title: 'One folder' });
    expect(await titles({ search: 'folder' })).toEqual(['One folder']);
    await database.query.execute(sql`update post set search = '', search_text = '' where id = ${id}`);
    expect(await titles({ search: 'folder' })).toEqual(['One folder']);
    reader.invalidate({ locales: ['en'] });
    expect(await titles({ search: 'folder' })).toEqual([]);
  });

  test('a search finds substrings, single characters, and text without spaces or diacritics', async () => {
    await using database = await open();
    const { seedPost, titles } = start(database);
    await seedPost({ title: '怎样下载视频', locale: 'zh', content: '<p>不用注册。</p>' });
    await seedPost({ title: 'ดาวน์โหลดวิดีโอ', locale: 'th', content: '<p>ไม่ต้องสมัคร</p>' });
    await seedPost({ title: 'Tải video', locale: 'vi', content: '<p>Không cần đăng ký</p>' });
    await seedPost({ title: '100% "quoted" \\ and_more' });
    expect(await titles({ locale: 'zh', search: '载' })).toHaveLength(1);
    expect(await titles({ locale: 'zh', search: '不用注册' })).toHaveLength(1);
    expect(await titles({ locale: 'th', search: 'สมัคร' })).toHaveLength(1);
    expect(await titles({ locale: 'th', search: 'วน์โห' })).toHaveLength(1);
    expect(await titles({ locale: 'vi', search: 'khong can dang ky' })).toHaveLength(1);
    expect(await titles({ locale: 'vi', search: 'tai' })).toHaveLength(1);
    for (const search of ['%', '0% "q', '\\', 'D_M', '"']) expect(await titles({ search })).toHaveLength(1);
    for (const search of ['1%', 'oted\\', "'"]) expect(await titles({ search })).toHaveLength(0);
  });

  test('counts are refreshed after a change of the language and after a minute', async () => {
    await using database = await open();
    const { seedPost, reader, clock } = start(database);
    const total = async () => [await reader.countPosts('en'), (await reader.listPosts(query({}))).totalPosts];
    await seedPost();
    expect(await total()).toEqual([1, 1]);
    await seedPost();
    reader.invalidate({ locales: ['de'] });
    expect(await total()).toEqual([1, 1]);
    reader.invalidate({ locales: ['de', 'en'] });
    expect(await total()).toEqual([2, 2]);
    await seedPost();
    clock.now += 61_000;
    expect(await total()).toEqual([3, 3]);
  });
});

function createManualCount() {
  const finish: ((posts: number) => void)[] = [];
  return {
    finish,
    count: () => new Promise<{ posts: number }>((resolve) => finish.push((posts) => resolve({ posts }))),
  };
}

test('concurrent requests share one count', async () => {
  const counts = createCountCache(() => 1);
  const { finish, count } = createManualCount();
  const requests = Array.from({ length: 50 }, () => counts.getOrCount('en', ['all'], count));
  expect(finish).toHaveLength(1);
  finish[0]?.(7);
  expect(new Set((await Promise.all(requests)).map(({ posts }) => posts))).toEqual(new Set([7]));
  expect(await counts.getOrCount('en', ['all'], count)).toEqual({ posts: 7 });
});

test('a count in flight during a change is not reused afterwards', async () => {
  const counts = createCountCache(() => 1);
  const { finish, count } = createManualCount();
  const before = counts.getOrCount('en', ['all'], count);
  const other = counts.getOrCount('de', ['all'], count);
  counts.invalidate({ locales: ['en'] });
  const after = counts.getOrCount('en', ['all'], count);
  expect(finish).toHaveLength(3);
  for (const [index, finishCount] of finish.entries()) finishCount(index);
  expect([await before, await other, await after]).toEqual([{ posts: 0 }, { posts: 1 }, { posts: 2 }]);
  expect(await counts.getOrCount('en', ['all'], count)).toEqual({ posts: 2 });
});

test('a failed count is retried by the next request', async () => {
  const counts = createCountCache(() => 1);
  const failing = () => Promise.reject(new Error('no connection'));
  await expect(counts.getOrCount('en', ['all'], failing)).rejects.toThrow('no connection');
  expect(await counts.getOrCount('en', ['all'], async () => ({ posts: 1 }))).toEqual({ posts: 1 });
});
