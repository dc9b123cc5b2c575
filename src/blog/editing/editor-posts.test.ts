import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { createSeeder, editor, form, openBlogEditor, query, unwrap } from '#test/support/open-blog-editor.ts';
import { adminPageSize } from '../editing-contract.ts';

describeDatabases('listing posts for the administration', (open) => {
  test('all posts of a language are listed, newest first, with their unpublished state', async () => {
    await using database = await open();
    using fixture = openBlogEditor(database);
    const draft = unwrap(
      await fixture.blogEditor.createPost({ mode: 'autosave', fields: form({ title: 'Draft' }) }, editor),
    );
    fixture.clock.now += 1000;
    const status = 'published' as const;
    const publishedPost = unwrap(
      await fixture.blogEditor.createPost(
        { mode: 'publish', fields: form({ title: 'Shown', status }) },
        editor,
      ),
    );
    const german = { mode: 'save', fields: form({ title: 'Deutsch' }), locale: 'de' } as const;
    const translation = unwrap(
      await fixture.blogEditor.createPost({ ...german, article_id: publishedPost.article_id }, editor),
    );
    unwrap(
      await fixture.blogEditor.savePost(
        publishedPost.id,
        1,
        { mode: 'autosave', fields: form({ title: 'Typed' }) },
        editor,
      ),
    );
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
    await using database = await open();
    using fixture = openBlogEditor(database);
    const seeder = createSeeder(database.query);
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
