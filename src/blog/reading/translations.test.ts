import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { createSeeder } from '../fixtures/seed-posts.ts';
import { createBlogReader } from '../read.ts';

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
      id: thai.id,
      locale: 'th',
      slug: 'ไทย',
      title: 'ไทย',
      published_at: '2026-01-01T00:01:00.000Z',
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      source_locale: 'th',
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
