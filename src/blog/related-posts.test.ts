import { expect, test } from 'vitest';
import type { Locale } from '#i18n/locales.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { createBlogReader } from './create-blog-reader.ts';
import { createSower } from './fixtures/sow-posts.ts';

async function relatedTitles(database: TestDatabase, slug: string, locale: Locale = 'en'): Promise<string[]> {
  const reader = createBlogReader({ database, now: Date.now });
  const found = await reader.findPost(locale, slug);
  if (found.kind !== 'post') throw new Error('the post is there');
  return (await reader.relatedPosts(found.post)).map((post) => post.title);
}

describeDatabases('related posts', (open) => {
  test('are the closest by category, tags and title, of equal ones the newest', async () => {
    await using database = await open();
    const { sowPost } = createSower(database.query);
    const { articleId } = await sowPost({
      slug: 'this',
      title: 'Saving carousels',
      category: 'guides',
      tags: ['video', 'phone'],
    });
    await sowPost({ title: 'Both tags', tags: ['video', 'phone'] });
    await sowPost({ title: 'Category and tag', category: 'guides', tags: ['video'] });
    await sowPost({ title: 'Category, older', category: 'guides' });
    await sowPost({ title: 'Category, newer', category: 'guides' });
    await sowPost({ title: 'Carousels only' });
    await sowPost({ title: 'Nothing in common' });
    await sowPost({ title: 'Not published', category: 'guides', tags: ['video', 'phone'], status: 'draft' });
    await sowPost({ title: 'Another language', locale: 'de', category: 'guides', tags: ['video', 'phone'] });
    await sowPost({ title: 'Itself in German', locale: 'de', articleId });
    expect(await relatedTitles(database, 'this')).toEqual([
      'Category and tag',
      'Both tags',
      'Category, newer',
    ]);
  });

  test('are found by the title alone, in Chinese too, and by nothing where nothing is shared', async () => {
    await using database = await open();
    const { sowPost } = createSower(database.query);
    await sowPost({ slug: 'this', title: '怎样下载视频', locale: 'zh' });
    await sowPost({ title: '视频的清晰度', locale: 'zh' });
    await sowPost({ title: '标注作者', locale: 'zh', content: '<p>视频</p>' });
    await sowPost({ slug: 'alone', title: 'It’s the end' });
    await sowPost({ title: 'The cat' });
    expect(await relatedTitles(database, 'this', 'zh')).toEqual(['视频的清晰度']);
    expect(await relatedTitles(database, 'alone')).toEqual([]);
  });
});
