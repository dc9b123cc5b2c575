import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { editor, form, openDesk, unwrap } from '#test/support/open-desk.ts';

describeDatabases('readers', (open) => {
  test('see nothing of drafts, archived posts and what is only typed, wherever they look', async () => {
    await using database = await open();
    using at = openDesk(database);
    const secret = (title: string, status: 'draft' | 'published' | 'archived') =>
      form({ title, excerpt: 'Secret', content: '<p>Secret</p>', seo_title: 'Secret', status });
    const plain = form({ title: 'Plain', slug: 'plain', status: 'published' });
    const shown = unwrap(await at.desk.createPost({ mode: 'publish', fields: plain }, editor));
    const typed = { ...secret('Secret', 'published'), slug: 'secret-slug' };
    unwrap(await at.desk.savePost(shown.id, 1, { mode: 'autosave', fields: typed }, editor));
    const { article_id } = shown;
    const german = { mode: 'autosave', fields: secret('Secret', 'draft'), locale: 'de', article_id } as const;
    unwrap(await at.desk.createPost(german, editor));
    unwrap(await at.desk.createPost({ mode: 'save', fields: secret('Secret', 'archived') }, editor));
    const later = { mode: 'schedule', scheduled_at: '2027-01-01T00:00:00.000Z' } as const;
    unwrap(await at.desk.createPost({ ...later, fields: secret('Secret', 'draft') }, editor));

    const { reader } = at;
    const all = { locale: 'en', page: 1, pageSize: 10, search: '', category: '', tag: '' } as const;
    const [post] = (await reader.listFullPosts(all)).posts;
    if (!post) throw new Error('the published post is not listed');
    const seen = [
      post,
      await reader.listFullPosts({ ...all, search: 'secret' }),
      await reader.listPosts({ ...all, locale: 'de' }),
      await reader.findPost('en', 'plain'),
      await reader.findPost('en', 'secret-slug'),
      await reader.findPost('de', 'secret'),
      await reader.findElsewhere('fr', 'secret'),
      await reader.siblingsOf(article_id),
      await reader.relatedPosts(post),
      await reader.listClusters('en', 0, 10),
      await reader.listClusters('de', 0, 10),
    ];
    expect(post.title).toBe('Plain');
    expect(JSON.stringify(seen)).not.toMatch(/secret/i);
    expect([await reader.countPosts('en'), await reader.countPosts('de')]).toEqual([1, 0]);
  });
});
