import { expect, test } from 'vitest';
import type { Locale } from '#i18n/locales.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { createSeeder } from '../fixtures/seed-posts.ts';
import { createBlogReader } from '../read.ts';

async function relatedTitles(database: TestDatabase, slug: string, locale: Locale = 'en'): Promise<string[]> {
  const reader = createBlogReader({ database, now: Date.now });
  const found = await reader.findPost(locale, slug);
  if (found.kind !== 'post') throw new Error('the post is there');
  return (await reader.findRelatedPosts(found.post)).map((post) => post.title);
}

describeDatabases('related posts', (open) => {
  test('related posts are ranked by category, tags and title, then by date', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    const { articleId } = await seedPost({
      slug: 'this',
      title: 'Saving carousels',
      category: 'guides',
      tags: ['video', 'phone'],
    });
    await seedPost({ title: 'Both tags', tags: ['video', 'phone'] });
    await seedPost({ title: 'Category and tag', category: 'guides', tags: ['video'] });
    await seedPost({ title: 'Category, older', category: 'guides' });
    await seedPost({ title: 'Category, newer', category: 'guides' });
    await seedPost({ title: 'Carousels only' });
    await seedPost({ title: 'Nothing in common' });
    await seedPost({ title: 'Not published', category: 'guides', tags: ['video', 'phone'], status: 'draft' });
    await seedPost({ title: 'Another language', locale: 'de', category: 'guides', tags: ['video', 'phone'] });
    await seedPost({ title: 'Itself in German', locale: 'de', articleId });
    expect(await relatedTitles(database, 'this')).toEqual([
      'Category and tag',
      'Both tags',
      'Category, newer',
    ]);
  });

  test('posts can be related by title alone, also in Chinese, but not without shared terms', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    await seedPost({ slug: 'this', title: '怎样下载视频', locale: 'zh' });
    await seedPost({ title: '视频的清晰度', locale: 'zh' });
    await seedPost({ title: '标注作者', locale: 'zh', content: '<p>视频</p>' });
    await seedPost({ slug: 'alone', title: 'It’s the end' });
    await seedPost({ title: 'The cat' });
    expect(await relatedTitles(database, 'this', 'zh')).toEqual(['视频的清晰度']);
    expect(await relatedTitles(database, 'alone')).toEqual([]);
  });
});
