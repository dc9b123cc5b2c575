import { expect, test } from 'vitest';
import { article, post } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { createWriterFixture, unwrap } from './fixtures/open-writer.ts';
import { createBlogReader } from './read.ts';
import { type Seed, seedBlog } from './seed.ts';

describeDatabases('publishing an article', (open) => {
  test('new posts become one article with a single change event', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const posts = unwrap(
      await fixture.writer.publishArticle([
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
    expect(new Set(posts.map((saved) => saved.article_id)).size).toBe(1);
    expect(fixture.changes).toEqual([{ articleId: posts[0]?.article_id, locales: ['en', 'de', 'th'] }]);
  });

  test('new posts join the article of an existing post', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const { id, article_id } = unwrap(await fixture.writer.savePost({ locale: 'en', title: 'One' }));
    const posts = unwrap(
      await fixture.writer.publishArticle([
        { id, locale: 'en', title: 'One' },
        { locale: 'es', title: 'Uno' },
      ]),
    );
    expect(posts.map((saved) => [saved.article_id, saved.status])).toEqual([
      [article_id, 'published'],
      [article_id, 'published'],
    ]);
  });

  test('nothing is written if one post is rejected, and its index is reported', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const result = await fixture.writer.publishArticle([
      { locale: 'en', title: 'One' },
      { locale: 'de', title: 'Eins' },
      { locale: 'de', title: 'Noch eins' },
    ]);
    expect(result).toEqual({ ok: false, error: { code: 'language.taken', post: 2 } });
    const broken = await fixture.writer.publishArticle([
      { locale: 'en', title: 'One' },
      { locale: 'de', title: 'Eins', content: '<img src="data:,x">' },
    ]);
    expect(broken).toMatchObject({ ok: false, error: { code: 'picture.unreadable', post: 1, picture: 0 } });
    expect(await database.query.select().from(post)).toEqual([]);
    expect(await database.query.select().from(article)).toEqual([]);
    expect(fixture.changes).toEqual([]);
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
      key: 'k',
      category: 'guides',
      tags: ['video'],
      published_at: '2026-01-02T00:00:00.000Z',
      cover:
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="21"><rect width="40" height="21" fill="#c2410c"/></svg>',
      posts: [
        { ...text, locale: 'en', title: 'One', slug: 'one', content: '<p><a href="/blog/two">two</a></p>' },
        { ...text, locale: 'de', title: 'Eins', slug: 'eins', former_slug: 'ein', content: '<p>eins</p>' },
      ],
    },
  ],
};

describeDatabases('seeding the blog', (open) => {
  test('a seed is published once, with categories, tags, covers and links', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const reader = createBlogReader({ database, now: () => fixture.clock.now });
    expect(await seedBlog(fixture.writer, seed)).toBe(1);
    expect(await seedBlog(fixture.writer, seed)).toBe(0);
    const found = await reader.findPost('de', 'eins');
    expect(found).toMatchObject({
      kind: 'post',
      post: {
        published_at: '2026-01-02T00:00:00.000Z',
        view_count: 0,
        featured_image_alt: 'c',
        seo_keywords: ['k'],
        category: { name: 'Anleitungen' },
        tags: [{ slug: 'video' }],
        featured_image_width: 2000,
      },
    });
    expect(await reader.findPost('de', 'ein')).toEqual({ kind: 'moved', slug: 'eins' });
    expect(await reader.findPost('en', 'one')).toMatchObject({
      post: { content: '<p><a href="/blog/two">two</a></p>' },
    });
  });

  test('an interrupted seed is completed by the next run', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const reader = createBlogReader({ database, now: () => fixture.clock.now });
    const cutOff = { ...fixture.writer, addFormerSlug: () => Promise.reject(new Error('interrupted')) };
    await expect(seedBlog(cutOff, seed)).rejects.toThrow('interrupted');
    expect(await seedBlog(fixture.writer, seed)).toBe(0);
    expect(await reader.findPost('de', 'ein')).toEqual({ kind: 'moved', slug: 'eins' });
    expect(await reader.countPosts('de')).toBe(1);
  });

  test('an article that cannot be written stops the seed and is named in the error', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const [first] = seed.articles;
    if (!first) throw new Error('an empty seed');
    const duplicated = { ...first, posts: [...first.posts, ...first.posts.slice(1)] };
    await expect(seedBlog(fixture.writer, { ...seed, articles: [duplicated] })).rejects.toThrow(
      'seed article k',
    );
    const unknown = { ...first, category: 'nowhere' };
    await expect(seedBlog(fixture.writer, { ...seed, articles: [unknown] })).rejects.toThrow(
      'no category or tag',
    );
  });
});
