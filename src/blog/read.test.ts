import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { viewDay } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { createSeeder } from './fixtures/seed-posts.ts';
import { createBlogReader } from './read.ts';

describeDatabases('finding a post by its slug', (open) => {
  test('a slug returns the published post of its language', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    const { id, articleId } = await seedPost({ slug: 'same', title: 'Same', content: '<p>One</p>' });
    await seedPost({ slug: 'same', locale: 'de', articleId, title: 'Gleich' });
    await seedPost({ slug: 'draft', status: 'draft' });
    expect(await reader.findPost('en', 'same')).toMatchObject({
      kind: 'post',
      post: { id, article_id: articleId, content: '<p>One</p>', tags: [], category: null },
    });
    expect(await reader.findPost('de', 'same')).toMatchObject({ kind: 'post', post: { title: 'Gleich' } });
    for (const slug of ['draft', 'Same', 'none', '', '\0', '\ud83d', "'"]) {
      expect(await reader.findPost('en', slug)).toEqual({ kind: 'missing' });
    }
    expect(await reader.findPost('fr', 'same')).toEqual({ kind: 'missing' });
  });

  test('a former slug returns the current slug', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    await seedPost({ slug: 'now', oldSlugs: ['once', 'before'] });
    await seedPost({ slug: 'hidden', oldSlugs: ['was-public'], status: 'archived' });
    expect(await reader.findPost('en', 'once')).toEqual({ kind: 'moved', slug: 'now' });
    expect(await reader.findPost('en', 'before')).toEqual({ kind: 'moved', slug: 'now' });
    expect(await reader.findPost('en', 'was-public')).toEqual({ kind: 'missing' });
    expect(await reader.findPost('de', 'once')).toEqual({ kind: 'missing' });
  });

  test('a slug of another language returns the translations of its article', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    const { articleId } = await seedPost({ locale: 'th', slug: 'same', title: 'ไทย' });
    await seedPost({ locale: 'de', articleId, slug: 'gleich', title: 'Deutsch' });
    await seedPost({ locale: 'fr', articleId, status: 'draft' });
    await seedPost({ locale: 'vi', slug: 'hidden', status: 'draft' });
    const titles = async (slug: string) =>
      (await reader.findTranslationsBySlug('en', slug)).map(({ locale, title }) => [locale, title]);
    expect(await titles('same')).toEqual([
      ['de', 'Deutsch'],
      ['th', 'ไทย'],
    ]);
    expect(await reader.findTranslationsBySlug('th', 'same')).toEqual([]);
    await seedPost({ locale: 'es', slug: 'same', title: 'Español' });
    expect(await titles('same')).toEqual([['es', 'Español']]);
    for (const slug of ['hidden', 'none', '', '\0', "'"]) expect(await titles(slug)).toEqual([]);
  });

  test('a slug in native script is found in any Unicode normalization form', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    await seedPost({ slug: 'đường-dẫn', locale: 'vi' });
    expect((await reader.findPost('vi', 'đường-dẫn'.normalize('NFD'))).kind).toBe('post');
  });
});

describeDatabases('listing translations', (open) => {
  test('published translations are listed in the order of the locales', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    const thai = await seedPost({
      locale: 'th',
      slug: 'ไทย',
      title: 'ไทย',
      cover: { width: 1200, height: 630 },
    });
    const { articleId } = thai;
    await seedPost({ locale: 'de', articleId, slug: 'deutsch' });
    await seedPost({ locale: 'en', articleId, slug: 'english' });
    await seedPost({ locale: 'fr', articleId, status: 'draft' });
    await seedPost({ locale: 'es' });
    const translations = await reader.listTranslations(articleId);
    expect(translations.map((translation) => [translation.locale, translation.slug])).toEqual([
      ['en', 'english'],
      ['de', 'deutsch'],
      ['th', 'ไทย'],
    ]);
    expect(translations[2]).toEqual({
      isTranslated: true,
      id: thai.id,
      locale: 'th',
      slug: 'ไทย',
      title: 'ไทย',
      published_at: '2026-01-01T00:01:00.000Z',
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      source_locale: 'th',
      isIndexed: true,
      featured_image_url: expect.stringMatching(/^\/files\/[\w-]{36}\/1200\.webp$/),
    });
    expect(await reader.listTranslations('not-an-id')).toEqual([]);
  });

  test('translation groups list one post each, newest first', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    const first = await seedPost({ slug: 'first' });
    await seedPost({ locale: 'de', slug: 'erster', articleId: first.articleId });
    await seedPost({ slug: 'second' });
    await seedPost({ locale: 'de', slug: 'allein' });
    const slugs = async (locale: 'en' | 'de', offset: number, limit: number) =>
      (await reader.listTranslationGroups(locale, offset, limit)).map((cluster) =>
        cluster.map((post) => post.slug),
      );
    expect(await slugs('en', 0, 10)).toEqual([['second'], ['first', 'erster']]);
    expect(await slugs('en', 1, 1)).toEqual([['first', 'erster']]);
    expect(await slugs('de', 0, 10)).toEqual([['allein'], ['first', 'erster']]);
    expect(await slugs('de', 5, 10)).toEqual([]);
  });
});

describeDatabases('recording a view', (open) => {
  test('one view counts once, and 200 concurrent views count 200 times', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    const reader = createBlogReader({ database, now: () => Date.UTC(2026, 4, 1) });
    const { id } = await seedPost();
    expect(await reader.recordView(id)).toBe(1);
    const counts = await Promise.all(Array.from({ length: 200 }, () => reader.recordView(id)));
    expect(counts.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 200 }, (_, index) => index + 2),
    );
    expect(await reader.recordView(id.toUpperCase())).toBe(202);
  });

  test('a view counts for its language and UTC day and changes nothing else', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    const clock = { now: Date.UTC(2026, 4, 1, 23, 59) };
    const reader = createBlogReader({ database, now: () => clock.now });
    const english = await seedPost({ slug: 'a' });
    const german = await seedPost({ slug: 'a', locale: 'de', articleId: english.articleId });
    const before = await reader.findPost('en', 'a');
    await reader.recordView(english.id);
    await reader.recordView(german.id);
    clock.now += 60_000;
    expect(await reader.recordView(english.id)).toBe(2);
    const rows = await database.query.select().from(viewDay).orderBy(asc(viewDay.day), asc(viewDay.views));
    expect(rows).toHaveLength(3);
    expect(rows).toContainEqual({ postId: english.id, day: '2026-05-01', views: 1 });
    expect(rows).toContainEqual({ postId: german.id, day: '2026-05-01', views: 1 });
    expect(rows).toContainEqual({ postId: english.id, day: '2026-05-02', views: 1 });
    const after = await reader.findPost('en', 'a');
    expect(after).toEqual({ ...before, post: { ...(before.kind === 'post' && before.post), view_count: 2 } });
  });

  test('a view of an unpublished or missing post is not counted', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    const { id } = await seedPost({ status: 'draft' });
    for (const postId of [id, '00000000-0000-4000-8000-000000000000', '', '1', '\0', `${id} `]) {
      expect(await reader.recordView(postId)).toBeNull();
    }
    expect(await database.query.select().from(viewDay)).toEqual([]);
  });
});
