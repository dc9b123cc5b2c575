import { expect, test } from 'vitest';
import { article, post } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { createBlogReader } from './create-blog-reader.ts';
import { openWriter, unwrap } from './fixtures/open-writer.ts';
import { type Seed, sowSeed } from './sow-seed.ts';

describeDatabases('publishing many', (open) => {
  test('makes one article of new posts and tells of it once', async () => {
    await using database = await open();
    using desk = openWriter(database);
    const posts = unwrap(
      await desk.writer.publishMany([
        { locale: 'en', title: 'One', author_id: 'a' },
        { locale: 'de', title: 'Eins', slug: 'one-de', status: 'draft' },
        { locale: 'th', title: 'หนึ่ง', slug: 'one-th' },
      ]),
    );
    expect(posts.map(({ locale, slug, status }) => [locale, slug, status])).toEqual([
      ['en', 'one', 'published'],
      ['de', 'one-de', 'published'],
      ['th', 'one-th', 'published'],
    ]);
    expect(new Set(posts.map((each) => each.article_id)).size).toBe(1);
    expect(desk.changes).toEqual([{ articleId: posts[0]?.article_id, locales: ['en', 'de', 'th'] }]);
  });

  test('joins the article of a post that is changed by it', async () => {
    await using database = await open();
    using desk = openWriter(database);
    const { id, article_id } = unwrap(await desk.writer.savePost({ locale: 'en', title: 'One' }));
    const posts = unwrap(
      await desk.writer.publishMany([
        { id, locale: 'en', title: 'One' },
        { locale: 'es', title: 'Uno' },
      ]),
    );
    expect(posts.map((each) => [each.article_id, each.status])).toEqual([
      [article_id, 'published'],
      [article_id, 'published'],
    ]);
  });

  test('keeps nothing when one of them is refused, and says which', async () => {
    await using database = await open();
    using desk = openWriter(database);
    const refused = await desk.writer.publishMany([
      { locale: 'en', title: 'One' },
      { locale: 'de', title: 'Eins' },
      { locale: 'de', title: 'Noch eins' },
    ]);
    expect(refused).toEqual({ ok: false, error: { code: 'language.taken', post: 2 } });
    const broken = await desk.writer.publishMany([
      { locale: 'en', title: 'One' },
      { locale: 'de', title: 'Eins', content: '<img src="data:,x">' },
    ]);
    expect(broken).toMatchObject({ ok: false, error: { code: 'picture.unreadable', post: 1, picture: 0 } });
    expect(await database.query.select().from(post)).toEqual([]);
    expect(await database.query.select().from(article)).toEqual([]);
    expect(desk.changes).toEqual([]);
  });
});

const text = { excerpt: 'e', seo_title: 's', seo_description: 'd', seo_keywords: ['k'], cover_alt: 'c' };
const seed: Seed = {
  categories: [
    { slug: 'guides', color: '#c2410c', names: { en: 'Guides', de: 'Anleitungen' }, descriptions: {} },
  ],
  tags: [{ slug: 'video', names: { en: 'Video' } }],
  articles: [
    {
      ...{ key: 'k', category: 'guides', tags: ['video'], published_at: '2026-01-02T00:00:00.000Z' },
      cover:
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="21"><rect width="40" height="21" fill="#c2410c"/></svg>',
      posts: [
        { ...text, locale: 'en', title: 'One', slug: 'one', content: '<p><a href="/blog/two">two</a></p>' },
        { ...text, locale: 'de', title: 'Eins', slug: 'eins', former_slug: 'ein', content: '<p>eins</p>' },
      ],
    },
  ],
};

describeDatabases('a seed', (open) => {
  test('is published with categories, tags, covers and links, and never twice', async () => {
    await using database = await open();
    using desk = openWriter(database);
    const reader = createBlogReader({ database, now: () => desk.clock.now });
    expect(await sowSeed(desk.writer, seed)).toBe(1);
    expect(await sowSeed(desk.writer, seed)).toBe(0);
    const found = await reader.findPost('de', 'eins');
    expect(found).toMatchObject({
      kind: 'post',
      post: {
        ...{
          published_at: '2026-01-02T00:00:00.000Z',
          view_count: 0,
          featured_image_alt: 'c',
          seo_keywords: ['k'],
        },
        ...{ category: { name: 'Anleitungen' }, tags: [{ slug: 'video' }], featured_image_width: 2000 },
      },
    });
    expect(await reader.findPost('de', 'ein')).toEqual({ kind: 'moved', slug: 'eins' });
    expect(await reader.findPost('en', 'one')).toMatchObject({
      post: { content: '<p><a href="/blog/two">two</a></p>' },
    });
  });

  test('that was cut off after an article is made whole by the next time', async () => {
    await using database = await open();
    using desk = openWriter(database);
    const reader = createBlogReader({ database, now: () => desk.clock.now });
    const cutOff = { ...desk.writer, rememberSlug: () => Promise.reject(new Error('the power is gone')) };
    await expect(sowSeed(cutOff, seed)).rejects.toThrow('the power is gone');
    expect(await sowSeed(desk.writer, seed)).toBe(0);
    expect(await reader.findPost('de', 'ein')).toEqual({ kind: 'moved', slug: 'eins' });
    expect(await reader.countPosts('de')).toBe(1);
  });

  test('with an article that cannot be written stops and names it', async () => {
    await using database = await open();
    using desk = openWriter(database);
    const [first] = seed.articles;
    if (!first) throw new Error('an empty seed');
    const twice = { ...first, posts: [...first.posts, ...first.posts.slice(1)] };
    await expect(sowSeed(desk.writer, { ...seed, articles: [twice] })).rejects.toThrow('seed article k');
    const unknown = { ...first, category: 'nowhere' };
    await expect(sowSeed(desk.writer, { ...seed, articles: [unknown] })).rejects.toThrow(
      'no category or tag',
    );
  });
});
