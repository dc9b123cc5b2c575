import { expect, test } from 'vitest';
import { article, post } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import type { PostInput } from './contract.ts';
import { createWriterFixture, dataUrl, unwrap } from './fixtures/open-writer.ts';
import { createBlogReader } from './read.ts';

const missingId = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';
const names = { en: 'Name' };

describeDatabases('saving a post', (open) => {
  test('all fields of the form are stored and sanitized', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const category_id = await fixture.writer.ensureCategory({
      slug: 'c',
      color: '#336699',
      names,
      descriptions: {},
    });
    const tag_ids = [await fixture.writer.ensureTag({ slug: 't', names: { en: 'Tag', de: 'Marke' } })];
    const saved = await fixture.writer.savePost({
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
    expect(unwrap(saved)).toMatchObject({
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
    await using database = await open();
    using fixture = createWriterFixture(database);
    const reader = createBlogReader({ database, now: () => fixture.clock.now });
    const content = `<p>Ein <strong>Zwi</strong>schenraum</p>${'<p>Wort</p>'.repeat(400)}`;
    const saved = unwrap(
      await fixture.writer.savePost({ locale: 'de', title: 'Eins', content, status: 'published' }),
    );
    const search = async (searchText: string) => {
      reader.invalidate({ locales: ['de'] });
      const query = {
        locale: 'de',
        page: 1,
        pageSize: 10,
        search: searchText,
        category: '',
        tag: '',
      } as const;
      return (await reader.listPosts(query)).posts.map((found) => found.id);
    };
    expect(saved.read_time_minutes).toBe(3);
    expect(await search('zwischenraum')).toEqual([saved.id]);
    unwrap(
      await fixture.writer.savePost({ id: saved.id, locale: 'de', title: 'Eins', content: '<p>Anders</p>' }),
    );
    expect(await search('zwischenraum')).toEqual([]);
    expect(await search('anders')).toEqual([saved.id]);
    unwrap(await fixture.writer.savePost({ id: saved.id, locale: 'de', title: 'Eins', status: 'draft' }));
    expect(await search('anders')).toEqual([]);
  });

  test('fields that a change omits stay unchanged', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const category_id = await fixture.writer.ensureCategory({
      slug: 'c',
      color: '#336699',
      names,
      descriptions: {},
    });
    const tag_ids = [await fixture.writer.ensureTag({ slug: 't', names })];
    const first = unwrap(
      await fixture.writer.savePost({
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
      }),
    );
    fixture.clock.now += 60_000;
    const { version, title, updated_at, ...unchanged } = unwrap(
      await fixture.writer.savePost({ id: first.id, locale: 'en', title: 'Two' }),
    );
    expect({ version, title, updated_at }).toEqual({
      version: 2,
      title: 'Two',
      updated_at: '2026-05-01T00:01:00.000Z',
    });
    expect(first).toMatchObject(unchanged);
    const cleared = unwrap(
      await fixture.writer.savePost({
        id: first.id,
        locale: 'en',
        title: 'Two',
        category_id: null,
        tag_ids: [],
        featured_image_url: ' ',
        seo_title: null,
        excerpt: '',
      }),
    );
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
    await using database = await open();
    using fixture = createWriterFixture(database);
    const draft = unwrap(await fixture.writer.savePost({ locale: 'en', title: 'One' }));
    expect(draft).toMatchObject({ status: 'draft', published_at: null });
    const save = async (change: object) => {
      fixture.clock.now += 1000;
      return unwrap(await fixture.writer.savePost({ id: draft.id, locale: 'en', title: 'One', ...change }))
        .published_at;
    };
    expect(await save({ status: 'published' })).toBe('2026-05-01T00:00:01.000Z');
    expect(await save({ status: 'published', published_at: null })).toBe('2026-05-01T00:00:01.000Z');
    expect(await save({ status: 'archived' })).toBe('2026-05-01T00:00:01.000Z');
    expect(await save({ status: 'published' })).toBe('2026-05-01T00:00:01.000Z');
    expect(await save({ published_at: '2025-01-01T00:00:00.000Z' })).toBe('2025-01-01T00:00:00.000Z');
    expect(await save({ status: 'draft', published_at: null })).toBeNull();
  });

  test('the languages of an article share category, tags and cover', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const category_id = await fixture.writer.ensureCategory({
      slug: 'c',
      color: '#336699',
      names,
      descriptions: {},
    });
    const en = unwrap(
      await fixture.writer.savePost({
        locale: 'en',
        title: 'One',
        category_id,
        featured_image_url: await dataUrl(9, 9),
      }),
    );
    const de = unwrap(
      await fixture.writer.savePost({ locale: 'de', title: 'Eins', article_id: en.article_id }),
    );
    expect(de).toMatchObject({
      article_id: en.article_id,
      category_id,
      featured_image_url: en.featured_image_url,
    });
    expect(de.id).not.toBe(en.id);
    expect(await database.query.select().from(article)).toMatchObject([{ sourceLocale: 'en' }]);
  });

  test('a change event names the affected languages, for a draft only those that share fields', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const save = async (input: PostInput) => {
      const saved = unwrap(await fixture.writer.savePost(input));
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
    await using database = await open();
    using fixture = createWriterFixture(database, (text) => (text.includes('ganz deutsch') ? 'de' : 'en'));
    const standIn = {
      locale: 'de',
      title: 'One',
      content: '<p>in English</p>',
      origin: 'untranslated',
    } as const;
    const { id } = unwrap(await fixture.writer.savePost(standIn));
    const originAfter = async (change: object) => {
      unwrap(await fixture.writer.savePost({ id, locale: 'de', title: 'One', ...change }));
      const [row] = await database.query.select({ origin: post.origin }).from(post);
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
    await using database = await open();
    using fixture = createWriterFixture(database);
    const existing = unwrap(await fixture.writer.savePost({ locale: 'en', title: 'One' }));
    const { changes } = fixture;
    changes.length = 0;
    const code = async (input: object) => {
      const result = await fixture.writer.savePost({ locale: 'en', title: 'x', ...input });
      return result.ok ? 'saved' : result.error.code;
    };
    expect(await code({ article_id: existing.article_id })).toBe('language.taken');
    expect(await code({ article_id: missingId })).toBe('post.missing');
    expect(await code({ id: missingId })).toBe('post.missing');
    expect(await code({ id: existing.id, version: 9 })).toBe('post.conflict');
    expect(await database.query.select({ title: post.title }).from(post)).toEqual([{ title: 'One' }]);
    expect(await database.query.select().from(article)).toHaveLength(1);
    expect(changes).toEqual([]);
    await expect(code({ status: 'hidden' })).rejects.toThrow();
  });

  test('only one of several changes based on the same version succeeds', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const { id, version } = unwrap(await fixture.writer.savePost({ locale: 'en', title: 'One' }));
    const results = await Promise.all(
      ['a', 'b', 'c'].map((title) => fixture.writer.savePost({ id, locale: 'en', title, version })),
    );
    expect(results.map((result) => (result.ok ? 'saved' : result.error.code)).sort()).toEqual([
      'post.conflict',
      'post.conflict',
      'saved',
    ]);
  });

  test('a deleted category or tag counts as none', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const tagId = await fixture.writer.ensureTag({ slug: 't', names });
    const saved = await fixture.writer.savePost({
      locale: 'en',
      title: 'One',
      category_id: missingId,
      tag_ids: [missingId, tagId],
    });
    expect(unwrap(saved)).toMatchObject({ category_id: null, category: null, tags: [{ slug: 't' }] });
  });

  test('characters that the database rejects are removed from any text', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const odd = 'a\0b\ud800c\u0007';
    const saved = await fixture.writer.savePost({
      locale: 'en',
      title: odd,
      slug: odd,
      excerpt: odd,
      content: odd,
      seo_title: odd,
      seo_keywords: [odd],
      featured_image_alt: odd,
    });
    expect(unwrap(saved)).toMatchObject({ title: 'ab\ufffdc', slug: 'abc', content: '<p>ab\ufffdc</p>' });
  });
});
