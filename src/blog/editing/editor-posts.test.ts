import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { createSeeder, form, openBlogEditor, query } from '#test/support/open-blog-editor.ts';
import { adminPageSize } from '../editing-contract.ts';

describeDatabases('listing posts for the administration', (open) => {
  test('all posts of a language are listed, newest first, with their unpublished state', async () => {
    await using fixture = await openBlogEditor(open);
    const draft = await fixture.create({ mode: 'autosave', fields: form({ title: 'Draft' }) });
    fixture.clock.now += 1000;
    const status = 'published' as const;
    const publishedPost = await fixture.create({ mode: 'publish', fields: form({ title: 'Shown', status }) });
    const german = { mode: 'save', fields: form({ title: 'Deutsch' }), locale: 'de' } as const;
    const translation = await fixture.create({ ...german, article_id: publishedPost.article_id });
    await fixture.edit(publishedPost.id, 1, { mode: 'autosave', fields: form({ title: 'Typed' }) });
    const { posts, totalPosts } = await fixture.blogEditor.listPosts(query());
    expect(totalPosts).toBe(2);
    expect(posts).toMatchObject([
      {
        id: publishedPost.id,
        title: 'Shown',
        status,
        version: 2,
        has_working_copy: true,
        scheduled_at: null,
        languages: [
          { id: publishedPost.id, locale: 'en', slug: 'shown', title: 'Shown', status },
          { id: translation.id, locale: 'de', slug: 'deutsch', title: 'Deutsch', status: 'draft' },
        ],
      },
      { id: draft.id, title: 'Draft', status: 'draft', version: 1, has_working_copy: false },
    ]);
    const titles = async (filters: Parameters<typeof query>[0]) =>
      (await fixture.blogEditor.listPosts(query(filters))).posts.map((post) => post.title);
    expect(await titles({ locale: 'de' })).toEqual(['Deutsch']);
    expect(await titles({ status: 'draft' })).toEqual(['Draft']);
    expect(await titles({ status: 'archived' })).toEqual([]);
    expect(await titles({ search: 'RAF' })).toEqual(['Draft']);
    expect(await titles({ search: 'draft', status })).toEqual([]);
    expect(await titles({ search: '100% "nothing" \\' })).toEqual([]);
  });

  test('the list is paginated', async () => {
    await using fixture = await openBlogEditor(open);
    const seeder = createSeeder(fixture.database.query);
    for (let index = 0; index < adminPageSize + 2; index++) {
      await seeder.seedPost({ title: `Post ${index}`, createdAt: new Date(fixture.clock.now + index) });
    }
    const first = await fixture.blogEditor.listPosts(query());
    const second = await fixture.blogEditor.listPosts(query({ page: 2 }));
    expect(first.posts).toHaveLength(adminPageSize);
    expect(second.posts.map((post) => post.title)).toEqual(['Post 1', 'Post 0']);
    expect([first.totalPosts, second.totalPosts]).toEqual([adminPageSize + 2, adminPageSize + 2]);
    expect((await fixture.blogEditor.listPosts(query({ page: 1000 }))).posts).toEqual([]);
  });
});

describeDatabases('what readers see', (open) => {
  test('drafts, archived posts and working copies are not visible anywhere', async () => {
    await using fixture = await openBlogEditor(open);
    const secret = (title: string, status: 'draft' | 'published' | 'archived') =>
      form({ title, excerpt: 'Secret', content: '<p>Secret</p>', seo_title: 'Secret', status });
    const plain = form({ title: 'Plain', slug: 'plain', status: 'published' });
    const publishedPost = await fixture.create({ mode: 'publish', fields: plain });
    const autosavedFields = { ...secret('Secret', 'published'), slug: 'secret-slug' };
    await fixture.edit(publishedPost.id, 1, { mode: 'autosave', fields: autosavedFields });
    const { article_id } = publishedPost;
    const german = { mode: 'autosave', fields: secret('Secret', 'draft'), locale: 'de', article_id } as const;
    await fixture.create(german);
    await fixture.create({ mode: 'save', fields: secret('Secret', 'archived') });
    const scheduleRequest = { mode: 'schedule', scheduled_at: '2027-01-01T00:00:00.000Z' } as const;
    await fixture.create({ ...scheduleRequest, fields: secret('Secret', 'draft') });

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
