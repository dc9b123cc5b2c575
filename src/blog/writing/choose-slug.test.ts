import { expect, test } from 'vitest';
import { slugHistory } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import type { PostInput } from '../contract.ts';
import { createWriterFixture, unwrap } from '../fixtures/open-writer.ts';
import { createBlogReader } from '../read.ts';

describeDatabases('choosing the slug of a saved post', (open) => {
  test('a missing slug is derived from the title and numbered if it is taken', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const slug = async (input: Partial<PostInput>) =>
      unwrap(await fixture.writer.savePost({ locale: 'en', title: 'A Title!', ...input })).slug;
    expect(await slug({})).toBe('a-title');
    expect(await slug({})).toBe('a-title-2');
    expect(await slug({ slug: ' / ' })).toBe('a-title-3');
    expect(await slug({ locale: 'de' })).toBe('a-title');
    expect(await slug({ locale: 'zh', title: '视频' })).toBe('视频');
    expect(await slug({ title: '…' })).toMatch(/^post-[0-9a-z]{1,8}$/);
    expect(await slug({ title: 'Page' })).toBe('page-2');
    expect(await slug({ slug: 'My Own/Slug' })).toBe('my-own-slug');
  });

  test('concurrent saves with the same title get different slugs', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const saved = await Promise.all(
      Array.from({ length: 60 }, () => fixture.writer.savePost({ locale: 'en', title: 'Same' })),
    );
    expect(new Set(saved.map((result) => unwrap(result).slug)).size).toBe(60);
  });

  test('a requested slug that is taken or reserved is rejected', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    unwrap(await fixture.writer.savePost({ locale: 'en', title: 'One' }));
    for (const slug of ['one', ' ONE ', 'feed']) {
      expect(await fixture.writer.savePost({ locale: 'en', title: 'Two', slug })).toEqual({
        ok: false,
        error: { code: 'slug.taken' },
      });
    }
  });

  test('former slugs redirect to the current one after any number of changes', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const reader = createBlogReader({ database, now: () => fixture.clock.now });
    const { id } = unwrap(await fixture.writer.savePost({ locale: 'en', title: 'a', status: 'published' }));
    const rename = async (slug: string) =>
      unwrap(await fixture.writer.savePost({ id, locale: 'en', title: 'a', slug }));
    await rename('b');
    await rename('c');
    expect(await reader.findPost('en', 'a')).toEqual({ kind: 'moved', slug: 'c' });
    expect(await reader.findPost('en', 'b')).toEqual({ kind: 'moved', slug: 'c' });
    await rename('a');
    expect(await reader.findPost('en', 'a')).toMatchObject({ kind: 'post' });
    expect(await reader.findPost('en', 'c')).toEqual({ kind: 'moved', slug: 'a' });
    await rename('a');
    expect((await database.query.select().from(slugHistory)).map((row) => row.slug).sort()).toEqual([
      'b',
      'c',
    ]);
  });

  test('a former slug is not derived from a title, but can be requested', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const reader = createBlogReader({ database, now: () => fixture.clock.now });
    const first = unwrap(await fixture.writer.savePost({ locale: 'en', title: 'Old', status: 'published' }));
    unwrap(await fixture.writer.savePost({ id: first.id, locale: 'en', title: 'Old', slug: 'new-one' }));
    const derived = unwrap(
      await fixture.writer.savePost({ locale: 'en', title: 'Old', status: 'published' }),
    );
    expect(derived.slug).toBe('old-2');
    const explicit = await fixture.writer.savePost({
      locale: 'en',
      title: 'x',
      slug: 'old',
      status: 'published',
    });
    expect(await reader.findPost('en', 'old')).toMatchObject({
      kind: 'post',
      post: { id: unwrap(explicit).id },
    });
  });

  test('a former slug that a draft requests redirects until the draft is published', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const reader = createBlogReader({ database, now: () => fixture.clock.now });
    const first = unwrap(await fixture.writer.savePost({ locale: 'en', title: 'Old', status: 'published' }));
    unwrap(await fixture.writer.savePost({ id: first.id, locale: 'en', title: 'Old', slug: 'new-one' }));
    const draft = unwrap(await fixture.writer.savePost({ locale: 'en', title: 'x', slug: 'old' }));
    expect(await reader.findPost('en', 'old')).toEqual({ kind: 'moved', slug: 'new-one' });
    unwrap(await fixture.writer.savePost({ id: draft.id, locale: 'en', title: 'x', status: 'published' }));
    expect(await reader.findPost('en', 'old')).toMatchObject({ kind: 'post', post: { id: draft.id } });
  });

  test('renaming a draft or changing its language leaves no former slug', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const draft = unwrap(await fixture.writer.savePost({ locale: 'en', title: 'a' }));
    unwrap(await fixture.writer.savePost({ id: draft.id, locale: 'en', title: 'a', slug: 'b' }));
    expect(await database.query.select().from(slugHistory)).toEqual([]);
    unwrap(await fixture.writer.savePost({ id: draft.id, locale: 'en', title: 'a', status: 'published' }));
    unwrap(await fixture.writer.savePost({ id: draft.id, locale: 'en', title: 'a', slug: 'c' }));
    unwrap(await fixture.writer.savePost({ id: draft.id, locale: 'de', title: 'a' }));
    expect(await database.query.select().from(slugHistory)).toEqual([]);
    expect(fixture.changes.at(-1)?.locales).toEqual(['en', 'de']);
  });
});
