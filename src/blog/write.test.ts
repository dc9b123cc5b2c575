import { expect, test } from 'vitest';
import { article, post } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { listQuerySchema, type PostInput } from './contract.ts';
import { dataUrl, openWriter } from './fixtures/open-writer.ts';
import { type Seed, seedBlog } from './seed.ts';

const missingId = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';
const names = { en: 'Name' };
const category = { slug: 'c', color: '#336699', names, descriptions: {} };

describeDatabases('saving a post', (open) => {
  test('all fields of the form are stored and sanitized', async () => {
    await using fixture = await openWriter(open);
    const category_id = await fixture.writer.ensureCategory(category);
    const tag_ids = [await fixture.writer.ensureTag({ slug: 't', names: { en: 'Tag', de: 'Marke' } })];
    const saved = await fixture.save({
      locale: 'de',
      title: ' Grüße\n aus  Köln ',
      slug: 'gruesse',
      excerpt: ' Kurz ',
      content: '<div onclick="x()">Eins</div><script>x()</script>',
      category_id,
      tag_ids,
      status: 'published',
      author_id: 'a1',
      seo_title: ' ',
      seo_description: ' So  ist es ',
      seo_keywords: [' a ', '', 'b', 'a'],
      featured_image_alt: 'Ein Bild',
      published_at: '2026-01-02T03:04:05.678Z',
    });
    expect(saved).toMatchObject({
      locale: 'de',
      title: 'Grüße aus Köln',
      slug: 'gruesse',
      excerpt: ' Kurz ',
      content: '<p>Eins</p>',
      category_id,
      category: { slug: 'c' },
      tags: [{ name: 'Marke' }],
      status: 'published',
      author_id: 'a1',
      seo_title: null,
      seo_description: 'So ist es',
      seo_keywords: ['a', 'b'],
      featured_image_url: null,
      featured_image_alt: 'Ein Bild',
      published_at: '2026-01-02T03:04:05.678Z',
      created_at: '2026-05-01T00:00:00.000Z',
      updated_at: '2026-05-01T00:00:00.000Z',
      read_time_minutes: 1,
      view_count: 0,
      version: 1,
    });
  });

  test('a post is found by its text, and disappears from lists when it becomes a draft', async () => {
    await using fixture = await openWriter(open);
    const { reader } = fixture;
    const content = `<p>Ein <strong>Zwi</strong>schenraum</p>${'<p>Wort</p>'.repeat(400)}`;
    const saved = await fixture.save({ locale: 'de', title: 'Eins', content, status: 'published' });
    const search = async (searchText: string) => {
      reader.invalidate({ locales: ['de'] });
      const query = listQuerySchema.parse({ locale: 'de', search: searchText });
      return (await reader.listPosts(query)).posts.map((found) => found.id);
    };
    expect(saved.read_time_minutes).toBe(3);
    expect(await search('zwischenraum')).toEqual([saved.id]);
    await fixture.save({ id: saved.id, locale: 'de', title: 'Eins', content: '<p>Anders</p>' });
    expect(await search('zwischenraum')).toEqual([]);
    expect(await search('anders')).toEqual([saved.id]);
    await fixture.save({ id: saved.id, locale: 'de', title: 'Eins', status: 'draft' });
    expect(await search('anders')).toEqual([]);
  });

  test('fields that a change omits stay unchanged', async () => {
    await using fixture = await openWriter(open);
    const category_id = await fixture.writer.ensureCategory(category);
    const tag_ids = [await fixture.writer.ensureTag({ slug: 't', names })];
    const first = await fixture.save({
      locale: 'en',
      title: 'One',
      excerpt: 'e',
      content: '<p>c</p>',
      seo_title: 's',
      seo_keywords: ['k'],
      category_id,
      tag_ids,
      author_id: 'a',
      featured_image_url: await dataUrl(9, 9),
      status: 'published',
    });
    fixture.clock.now += 60_000;
    const { version, title, updated_at, ...unchanged } = await fixture.save({
      id: first.id,
      locale: 'en',
      title: 'Two',
    });
    expect({ version, title, updated_at }).toEqual({
      version: 2,
      title: 'Two',
      updated_at: '2026-05-01T00:01:00.000Z',
    });
    expect(first).toMatchObject(unchanged);
    const cleared = await fixture.save({
      id: first.id,
      locale: 'en',
      title: 'Two',
      category_id: null,
      tag_ids: [],
      featured_image_url: ' ',
      seo_title: null,
      excerpt: '',
    });
    expect(cleared).toMatchObject({
      category: null,
      tags: [],
      featured_image_url: null,
      seo_title: null,
      excerpt: '',
    });
    expect(cleared.content).toBe('<p>c</p>');
  });

  test('the publication date is set by the first publication only', async () => {
    await using fixture = await openWriter(open);
    const draft = await fixture.save({ locale: 'en', title: 'One' });
    expect(draft).toMatchObject({ status: 'draft', published_at: null });
    const save = async (change: object) => {
      fixture.clock.now += 1000;
      return (await fixture.save({ id: draft.id, locale: 'en', title: 'One', ...change })).published_at;
    };
    expect(await save({ status: 'published' })).toBe('2026-05-01T00:00:01.000Z');
    expect(await save({ status: 'published', published_at: null })).toBe('2026-05-01T00:00:01.000Z');
    expect(await save({ status: 'archived' })).toBe('2026-05-01T00:00:01.000Z');
    expect(await save({ status: 'published' })).toBe('2026-05-01T00:00:01.000Z');
    expect(await save({ published_at: '2025-01-01T00:00:00.000Z' })).toBe('2025-01-01T00:00:00.000Z');
    expect(await save({ status: 'draft', published_at: null })).toBeNull();
  });

  test('the languages of an article share category, tags and cover', async () => {
    await using fixture = await openWriter(open);
    const category_id = await fixture.writer.ensureCategory(category);
    const en = await fixture.save({
      locale: 'en',
      title: 'One',
      category_id,
      featured_image_url: await dataUrl(9, 9),
    });
    const de = await fixture.save({ locale: 'de', title: 'Eins', article_id: en.article_id });
    expect(de).toMatchObject({
      article_id: en.article_id,
      category_id,
      featured_image_url: en.featured_image_url,
    });
    expect(de.id).not.toBe(en.id);
    expect(await fixture.database.query.select().from(article)).toMatchObject([{ sourceLocale: 'en' }]);
  });

  test('a change event names the affected languages, for a draft only those that share fields', async () => {
    await using fixture = await openWriter(open);
    const save = async (input: PostInput) => {
      const saved = await fixture.save(input);
      const { locales, siblings = [] } = fixture.changes.at(-1) ?? {};
      return {
        ...saved,
        changed: locales,
        siblings: siblings.map((sibling) => `${sibling.locale} ${sibling.slug}`),
      };
    };
    const en = await save({ locale: 'en', title: 'One', status: 'published' });
    const shared = { article_id: en.article_id };
    const de = await save({ ...shared, locale: 'de', title: 'Eins' });
    const th = await save({ ...shared, locale: 'th', title: 'หนึ่ง', status: 'published' });
    expect([en, de, th].map(({ changed }) => changed)).toEqual([['en'], [], ['th']]);
    expect([en, de, th].map(({ siblings }) => siblings)).toEqual([[], [], ['en one']]);
    const draft = { id: de.id, locale: 'de', title: 'Eins' } as const;
    expect((await save({ ...draft, content: '<p>eins</p>' })).changed).toEqual([]);
    expect((await save({ ...draft, category_id: null })).changed).toEqual(['en', 'th']);
    for (const status of ['published', 'archived'] as const)
      expect(await save({ ...draft, status })).toMatchObject({
        changed: ['de'],
        siblings: ['en one', `th ${th.slug}`],
      });
    expect(new Set(fixture.changes.map(({ articleId }) => articleId))).toEqual(new Set([en.article_id]));
  });

  test('an untranslated post stays so until its text is clearly translated or a user says so', async () => {
    await using fixture = await openWriter(open, (text) => (text.includes('ganz deutsch') ? 'de' : 'en'));
    const standIn = {
      locale: 'de',
      title: 'One',
      content: '<p>in English</p>',
      origin: 'untranslated',
    } as const;
    const { id } = await fixture.save(standIn);
    const originAfter = async (change: object) => {
      await fixture.save({ id, locale: 'de', title: 'One', ...change });
      const [row] = await fixture.database.query.select({ origin: post.origin }).from(post);
      return row?.origin;
    };
    expect(await originAfter({ content: '<p>in English!</p>' })).toBe('untranslated');
    expect(await originAfter({ content: '<p>ganz deutsch</p>' })).toBe('mixed');
    expect(await originAfter({ content: '<p>in English</p>' })).toBe('mixed');
    expect(await originAfter({ origin: 'untranslated', content: '<p>ganz deutsch</p>' })).toBe(
      'untranslated',
    );
    expect(await originAfter({ status: 'published' })).toBe('untranslated');
    expect(await originAfter({ origin: 'mixed' })).toBe('mixed');
  });

  test('a second post in a language, a missing article and a missing post are rejected', async () => {
    await using fixture = await openWriter(open);
    const existing = await fixture.save({ locale: 'en', title: 'One' });
    const { changes } = fixture;
    changes.length = 0;
    const code = async (input: object) => {
      const result = await fixture.writer.savePost({ locale: 'en', title: 'x', ...input });
      return result.ok ? 'saved' : result.error.code;
    };
    expect(await code({ article_id: existing.article_id })).toBe('language.taken');
    expect(await code({ article_id: missingId })).toBe('post.missing');
    expect(await code({ id: missingId })).toBe('post.missing');
    expect(await fixture.database.query.select({ title: post.title }).from(post)).toEqual([{ title: 'One' }]);
    expect(await fixture.database.query.select().from(article)).toHaveLength(1);
    expect(changes).toEqual([]);
    await expect(code({ status: 'hidden' })).rejects.toThrow();
  });

  test('a deleted category or tag counts as none', async () => {
    await using fixture = await openWriter(open);
    const tagId = await fixture.writer.ensureTag({ slug: 't', names });
    const saved = await fixture.save({
      locale: 'en',
      title: 'One',
      category_id: missingId,
      tag_ids: [missingId, tagId],
    });
    expect(saved).toMatchObject({ category_id: null, category: null, tags: [{ slug: 't' }] });
  });

  test('characters that the database rejects are removed from any text', async () => {
    await using fixture = await openWriter(open);
    const odd = 'a\0b\ud800c\u0007';
    const saved = await fixture.save({
      locale: 'en',
      title: odd,
      slug: odd,
      excerpt: odd,
      content: odd,
      seo_title: odd,
      seo_keywords: [odd],
      featured_image_alt: odd,
    });
    expect(saved).toMatchObject({ title: 'ab\ufffdc', slug: 'abc', content: '<p>ab\ufffdc</p>' });
  });
});

describeDatabases('publishing an article', (open) => {
  test('new posts become one article with a single change event', async () => {
    await using fixture = await openWriter(open);
    const published = await fixture.writer.publishArticle([
      { locale: 'en', title: 'One', author_id: 'a' },
      { locale: 'de', title: 'Eins', slug: 'one-de', status: 'draft' },
      { locale: 'th', title: 'หนึ่ง', slug: 'one-th' },
    ]);
    expect(published.ok).toBe(true);
    const posts = await fixture.database.query.select().from(post);
    expect(posts.map(({ locale, slug, status }) => [locale, slug, status]).toSorted()).toEqual([
      ['de', 'one-de', 'published'],
      ['en', 'one', 'published'],
      ['th', 'one-th', 'published'],
    ]);
    expect(new Set(posts.map((saved) => saved.articleId)).size).toBe(1);
    expect(fixture.changes).toEqual([{ articleId: posts[0]?.articleId, locales: ['en', 'de', 'th'] }]);
  });

  test('nothing is written if one post is rejected, and its index is reported', async () => {
    await using fixture = await openWriter(open);
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
    expect(await fixture.database.query.select().from(post)).toEqual([]);
    expect(await fixture.database.query.select().from(article)).toEqual([]);
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
    await using fixture = await openWriter(open);
    const { reader } = fixture;
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
    await using fixture = await openWriter(open);
    const { reader } = fixture;
    const cutOff = { ...fixture.writer, addFormerSlug: () => Promise.reject(new Error('interrupted')) };
    await expect(seedBlog(cutOff, seed)).rejects.toThrow('interrupted');
    expect(await seedBlog(fixture.writer, seed)).toBe(0);
    expect(await reader.findPost('de', 'ein')).toEqual({ kind: 'moved', slug: 'eins' });
    expect(await reader.countPosts('de')).toBe(1);
  });

  test('an article that cannot be written stops the seed and is named in the error', async () => {
    await using fixture = await openWriter(open);
    const [first] = seed.articles;
    if (!first) throw new Error('an empty seed');
    const duplicated = { ...first, posts: [...first.posts, ...first.posts.slice(1)] };
    const unknown = { ...first, category: 'nowhere' };
    const seeding = (article: typeof first) => seedBlog(fixture.writer, { ...seed, articles: [article] });
    await expect(seeding(duplicated)).rejects.toThrow('seed article k');
    await expect(seeding(unknown)).rejects.toThrow('no category or tag');
  });
});
