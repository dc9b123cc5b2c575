import { expect, test } from 'vitest';
import { slugHistory } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { createBlogReader } from './create-blog-reader.ts';
import { openWriter, unwrap } from './fixtures/open-writer.ts';

describeDatabases('a former address that is remembered', (open) => {
  test('leads to its post, once and of its own language', async () => {
    await using database = await open();
    using desk = openWriter(database);
    const reader = createBlogReader({ database, now: () => desk.clock.now });
    unwrap(await desk.writer.savePost({ locale: 'en', title: 'Current', status: 'published' }));
    await desk.writer.rememberSlug({ locale: 'en', slug: 'current' }, 'old');
    await desk.writer.rememberSlug({ locale: 'en', slug: 'current' }, 'old');
    await desk.writer.rememberSlug({ locale: 'en', slug: 'nowhere' }, 'older');
    expect(await reader.findPost('en', 'old')).toEqual({ kind: 'moved', slug: 'current' });
    expect(await reader.findPost('de', 'old')).toEqual({ kind: 'missing' });
    expect(await database.query.select().from(slugHistory)).toHaveLength(1);
  });

  test('is never one that a post has now, published or not', async () => {
    await using database = await open();
    using desk = openWriter(database);
    unwrap(await desk.writer.savePost({ locale: 'en', title: 'Current', status: 'published' }));
    const draft = unwrap(await desk.writer.savePost({ locale: 'en', title: 'Taken' }));
    for (const former of ['taken', 'current'])
      await desk.writer.rememberSlug({ locale: 'en', slug: 'current' }, former);
    expect(await database.query.select().from(slugHistory)).toEqual([]);
    unwrap(await desk.writer.savePost({ id: draft.id, locale: 'en', title: 'Taken', status: 'published' }));
    unwrap(await desk.writer.savePost({ id: draft.id, locale: 'en', title: 'Taken', slug: 'gone' }));
    expect(await database.query.select().from(slugHistory)).toHaveLength(1);
  });
});
