import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { createBlogReader } from './create-blog-reader.ts';
import { createSower } from './fixtures/sow-posts.ts';

describeDatabases('an address of the blog', (open) => {
  test('leads to the published post of its language', async () => {
    await using database = await open();
    const { sowPost } = createSower(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    const { id, articleId } = await sowPost({ slug: 'same', title: 'Same', content: '<p>One</p>' });
    await sowPost({ slug: 'same', locale: 'de', articleId, title: 'Gleich' });
    await sowPost({ slug: 'draft', status: 'draft' });
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

  test('that a post has left leads to where it is now', async () => {
    await using database = await open();
    const { sowPost } = createSower(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    await sowPost({ slug: 'now', oldSlugs: ['once', 'before'] });
    await sowPost({ slug: 'hidden', oldSlugs: ['was-public'], status: 'archived' });
    expect(await reader.findPost('en', 'once')).toEqual({ kind: 'moved', slug: 'now' });
    expect(await reader.findPost('en', 'before')).toEqual({ kind: 'moved', slug: 'now' });
    expect(await reader.findPost('en', 'was-public')).toEqual({ kind: 'missing' });
    expect(await reader.findPost('de', 'once')).toEqual({ kind: 'missing' });
  });

  test('of another language leads to all languages of its article', async () => {
    await using database = await open();
    const { sowPost } = createSower(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    const { articleId } = await sowPost({ locale: 'th', slug: 'same', title: 'ไทย' });
    await sowPost({ locale: 'de', articleId, slug: 'gleich', title: 'Deutsch' });
    await sowPost({ locale: 'fr', articleId, status: 'draft' });
    await sowPost({ locale: 'vi', slug: 'hidden', status: 'draft' });
    const titles = async (slug: string) =>
      (await reader.findElsewhere('en', slug)).map(({ locale, title }) => [locale, title]);
    expect(await titles('same')).toEqual([
      ['de', 'Deutsch'],
      ['th', 'ไทย'],
    ]);
    expect(await reader.findElsewhere('th', 'same')).toEqual([]);
    await sowPost({ locale: 'es', slug: 'same', title: 'Español' });
    expect(await titles('same')).toEqual([['es', 'Español']]);
    for (const slug of ['hidden', 'none', '', '\0', "'"]) expect(await titles(slug)).toEqual([]);
  });

  test('in native script is the same however it is composed', async () => {
    await using database = await open();
    const { sowPost } = createSower(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    await sowPost({ slug: 'đường-dẫn', locale: 'vi' });
    expect((await reader.findPost('vi', 'đường-dẫn'.normalize('NFD'))).kind).toBe('post');
  });
});
