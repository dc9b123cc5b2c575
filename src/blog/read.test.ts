import { expect, test } from 'vitest';
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
