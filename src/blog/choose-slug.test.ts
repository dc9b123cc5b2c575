import { expect, test } from 'vitest';
import { slugHistory } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import type { PostInput } from './contract.ts';
import { createBlogReader } from './create-blog-reader.ts';
import { openWriter, unwrap } from './fixtures/open-writer.ts';

describeDatabases('the slug of a saved post', (open) => {
  test('is made from the title where none is given, numbered where another has it', async () => {
    await using database = await open();
    using desk = openWriter(database);
    const slug = async (input: Partial<PostInput>) =>
      unwrap(await desk.writer.savePost({ locale: 'en', title: 'A Title!', ...input })).slug;
    expect(await slug({})).toBe('a-title');
    expect(await slug({})).toBe('a-title-2');
    expect(await slug({ slug: ' / ' })).toBe('a-title-3');
    expect(await slug({ locale: 'de' })).toBe('a-title');
    expect(await slug({ locale: 'zh', title: '视频' })).toBe('视频');
    expect(await slug({ title: '…' })).toMatch(/^post-[0-9a-z]{1,8}$/);
    expect(await slug({ title: 'Page' })).toBe('page-2');
    expect(await slug({ slug: 'My Own/Slug' })).toBe('my-own-slug');
  });

  test('made from the title by many at the same time is another for each', async () => {
    await using database = await open();
    using desk = openWriter(database);
    const saved = await Promise.all(
      Array.from({ length: 60 }, () => desk.writer.savePost({ locale: 'en', title: 'Same' })),
    );
    expect(new Set(saved.map((result) => unwrap(result).slug)).size).toBe(60);
  });

  test('that is given and another has, or the blog itself, is refused', async () => {
    await using database = await open();
    using desk = openWriter(database);
    unwrap(await desk.writer.savePost({ locale: 'en', title: 'One' }));
    for (const slug of ['one', ' ONE ', 'feed']) {
      expect(await desk.writer.savePost({ locale: 'en', title: 'Two', slug })).toEqual({
        ...{ ok: false, error: { code: 'slug.taken' } },
      });
    }
  });

  test('leads from its old addresses to the one it has now, over any number of changes and back again', async () => {
    await using database = await open();
    using desk = openWriter(database);
    const reader = createBlogReader({ database, now: () => desk.clock.now });
    const { id } = unwrap(await desk.writer.savePost({ locale: 'en', title: 'a', status: 'published' }));
    const rename = async (slug: string) =>
      unwrap(await desk.writer.savePost({ id, locale: 'en', title: 'a', slug }));
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

  test('an old address is not taken by a title, but by whoever asks for it', async () => {
    await using database = await open();
    using desk = openWriter(database);
    const reader = createBlogReader({ database, now: () => desk.clock.now });
    const first = unwrap(await desk.writer.savePost({ locale: 'en', title: 'Old', status: 'published' }));
    unwrap(await desk.writer.savePost({ id: first.id, locale: 'en', title: 'Old', slug: 'new-one' }));
    const derived = unwrap(await desk.writer.savePost({ locale: 'en', title: 'Old', status: 'published' }));
    expect(derived.slug).toBe('old-2');
    const asked = await desk.writer.savePost({ locale: 'en', title: 'x', slug: 'old', status: 'published' });
    expect(await reader.findPost('en', 'old')).toMatchObject({
      kind: 'post',
      post: { id: unwrap(asked).id },
    });
  });

  test('an old address leads on while only a draft asks for it, until that is published', async () => {
    await using database = await open();
    using desk = openWriter(database);
    const reader = createBlogReader({ database, now: () => desk.clock.now });
    const first = unwrap(await desk.writer.savePost({ locale: 'en', title: 'Old', status: 'published' }));
    unwrap(await desk.writer.savePost({ id: first.id, locale: 'en', title: 'Old', slug: 'new-one' }));
    const draft = unwrap(await desk.writer.savePost({ locale: 'en', title: 'x', slug: 'old' }));
    expect(await reader.findPost('en', 'old')).toEqual({ kind: 'moved', slug: 'new-one' });
    unwrap(await desk.writer.savePost({ id: draft.id, locale: 'en', title: 'x', status: 'published' }));
    expect(await reader.findPost('en', 'old')).toMatchObject({ kind: 'post', post: { id: draft.id } });
  });

  test('of a draft that nobody could read leaves no old address, nor one of another language', async () => {
    await using database = await open();
    using desk = openWriter(database);
    const draft = unwrap(await desk.writer.savePost({ locale: 'en', title: 'a' }));
    unwrap(await desk.writer.savePost({ id: draft.id, locale: 'en', title: 'a', slug: 'b' }));
    expect(await database.query.select().from(slugHistory)).toEqual([]);
    unwrap(await desk.writer.savePost({ id: draft.id, locale: 'en', title: 'a', status: 'published' }));
    unwrap(await desk.writer.savePost({ id: draft.id, locale: 'en', title: 'a', slug: 'c' }));
    unwrap(await desk.writer.savePost({ id: draft.id, locale: 'de', title: 'a' }));
    expect(await database.query.select().from(slugHistory)).toEqual([]);
    expect(desk.changes.at(-1)?.locales).toEqual(['en', 'de']);
  });
});
