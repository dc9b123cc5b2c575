import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { editor, form, openBlogEditor, unwrap } from '#test/support/open-blog-editor.ts';

describeDatabases('what readers see', (open) => {
  test('drafts, archived posts and working copies are not visible anywhere', async () => {
    await using database = await open();
    using fixture = openBlogEditor(database);
    const secret = (title: string, status: 'draft' | 'published' | 'archived') =>
      form({ title, excerpt: 'Secret', content: '<p>Secret</p>', seo_title: 'Secret', status });
    const plain = form({ title: 'Plain', slug: 'plain', status: 'published' });
    const publishedPost = unwrap(
      await fixture.blogEditor.createPost({ mode: 'publish', fields: plain }, editor),
    );
    const autosavedFields = { ...secret('Secret', 'published'), slug: 'secret-slug' };
    unwrap(
      await fixture.blogEditor.savePost(
        publishedPost.id,
        1,
        { mode: 'autosave', fields: autosavedFields },
        editor,
      ),
    );
    const { article_id } = publishedPost;
    const german = { mode: 'autosave', fields: secret('Secret', 'draft'), locale: 'de', article_id } as const;
    unwrap(await fixture.blogEditor.createPost(german, editor));
    unwrap(
      await fixture.blogEditor.createPost({ mode: 'save', fields: secret('Secret', 'archived') }, editor),
    );
    const scheduleRequest = { mode: 'schedule', scheduled_at: '2027-01-01T00:00:00.000Z' } as const;
    unwrap(
      await fixture.blogEditor.createPost({ ...scheduleRequest, fields: secret('Secret', 'draft') }, editor),
    );

    const { reader } = fixture;
    const all = { locale: 'en', page: 1, pageSize: 10, search: '', category: '', tag: '' } as const;
    const [post] = (await reader.listPostsWithContent(all)).posts;
    if (!post) throw new Error('the published post is not listed');
    const results = [
      post,
      await reader.listPostsWithContent({ ...all, search: 'secret' }),
      await reader.listPosts({ ...all, locale: 'de' }),
      await reader.findPost('en', 'plain'),
      await reader.findPost('en', 'secret-slug'),
      await reader.findPost('de', 'secret'),
      await reader.findTranslationsBySlug('fr', 'secret'),
      await reader.listTranslations(article_id),
      await reader.findRelatedPosts(post),
      await reader.listTranslationGroups('en', 0, 10),
      await reader.listTranslationGroups('de', 0, 10),
    ];
    expect(post.title).toBe('Plain');
    expect(JSON.stringify(results)).not.toMatch(/secret/i);
    expect([await reader.countPosts('en'), await reader.countPosts('de')]).toEqual([1, 0]);
  });
});
