import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { createBlogReader } from './create-blog-reader.ts';
import { createSower } from './fixtures/sow-posts.ts';

describeDatabases('the languages of an article', (open) => {
  test('are those it is published in, in the order of the languages', async () => {
    await using database = await open();
    const { sowPost } = createSower(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    const thai = await sowPost({
      ...{ locale: 'th', slug: 'ไทย', title: 'ไทย' },
      cover: { width: 1200, height: 630 },
    });
    const { articleId } = thai;
    await sowPost({ locale: 'de', articleId, slug: 'deutsch' });
    await sowPost({ locale: 'en', articleId, slug: 'english' });
    await sowPost({ locale: 'fr', articleId, status: 'draft' });
    await sowPost({ locale: 'es' });
    const siblings = await reader.siblingsOf(articleId);
    expect(siblings.map((sibling) => [sibling.locale, sibling.slug])).toEqual([
      ['en', 'english'],
      ['de', 'deutsch'],
      ['th', 'ไทย'],
    ]);
    expect(siblings[2]).toEqual({
      id: thai.id,
      locale: 'th',
      slug: 'ไทย',
      title: 'ไทย',
      published_at: '2026-01-01T00:01:00.000Z',
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      source_locale: 'th',
      featured_image_url: expect.stringMatching(/^\/files\/[\w-]{36}\/1200\.webp$/),
    });
    expect(await reader.siblingsOf('not-an-id')).toEqual([]);
  });

  test('are read for a whole sitemap at once, a post each, the newest first', async () => {
    await using database = await open();
    const { sowPost } = createSower(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    const first = await sowPost({ slug: 'first' });
    await sowPost({ locale: 'de', slug: 'erster', articleId: first.articleId });
    await sowPost({ slug: 'second' });
    await sowPost({ locale: 'de', slug: 'allein' });
    const slugs = async (locale: 'en' | 'de', offset: number, limit: number) =>
      (await reader.listClusters(locale, offset, limit)).map((cluster) => cluster.map((post) => post.slug));
    expect(await slugs('en', 0, 10)).toEqual([['second'], ['first', 'erster']]);
    expect(await slugs('en', 1, 1)).toEqual([['first', 'erster']]);
    expect(await slugs('de', 0, 10)).toEqual([['allein'], ['first', 'erster']]);
    expect(await slugs('de', 5, 10)).toEqual([]);
  });
});
