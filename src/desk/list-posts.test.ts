import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { createSower, editor, form, openDesk, query, unwrap } from '#test/support/open-desk.ts';
import { deskPageSize } from './contract.ts';

describeDatabases('the list of the desk', (open) => {
  test('has all posts of a language, the newest first, and what readers do not see of them', async () => {
    await using database = await open();
    using at = openDesk(database);
    const draft = unwrap(
      await at.desk.createPost({ mode: 'autosave', fields: form({ title: 'Draft' }) }, editor),
    );
    at.clock.now += 1000;
    const status = 'published' as const;
    const shown = unwrap(
      await at.desk.createPost({ mode: 'publish', fields: form({ title: 'Shown', status }) }, editor),
    );
    const german = { mode: 'save', fields: form({ title: 'Deutsch' }), locale: 'de' } as const;
    const sibling = unwrap(await at.desk.createPost({ ...german, article_id: shown.article_id }, editor));
    unwrap(
      await at.desk.savePost(shown.id, 1, { mode: 'autosave', fields: form({ title: 'Typed' }) }, editor),
    );
    const { posts, totalPosts } = await at.desk.listPosts(query());
    expect(totalPosts).toBe(2);
    expect(posts).toMatchObject([
      {
        ...{ id: shown.id, title: 'Shown', status, version: 2, has_working_copy: true, scheduled_at: null },
        languages: [
          { id: shown.id, locale: 'en', slug: 'shown', title: 'Shown', status },
          { id: sibling.id, locale: 'de', slug: 'deutsch', title: 'Deutsch', status: 'draft' },
        ],
      },
      { id: draft.id, title: 'Draft', status: 'draft', version: 1, has_working_copy: false },
    ]);
    const titles = async (wanted: Parameters<typeof query>[0]) =>
      (await at.desk.listPosts(query(wanted))).posts.map((post) => post.title);
    expect(await titles({ locale: 'de' })).toEqual(['Deutsch']);
    expect(await titles({ status: 'draft' })).toEqual(['Draft']);
    expect(await titles({ status: 'archived' })).toEqual([]);
    expect(await titles({ search: 'RAF' })).toEqual(['Draft']);
    expect(await titles({ search: 'draft', status })).toEqual([]);
    expect(await titles({ search: '100% "nothing" \\' })).toEqual([]);
  });

  test('is divided into pages', async () => {
    await using database = await open();
    using at = openDesk(database);
    const sower = createSower(database.query);
    for (let each = 0; each < deskPageSize + 2; each++) {
      await sower.sowPost({ title: `Post ${each}`, createdAt: new Date(at.clock.now + each) });
    }
    const first = await at.desk.listPosts(query());
    const second = await at.desk.listPosts(query({ page: 2 }));
    expect(first.posts).toHaveLength(deskPageSize);
    expect(second.posts.map((post) => post.title)).toEqual(['Post 1', 'Post 0']);
    expect([first.totalPosts, second.totalPosts]).toEqual([deskPageSize + 2, deskPageSize + 2]);
    expect((await at.desk.listPosts(query({ page: 1000 }))).posts).toEqual([]);
  });
});
