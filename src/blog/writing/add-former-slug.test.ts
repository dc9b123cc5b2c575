import { expect, test } from 'vitest';
import { slugHistory } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { createWriterFixture, unwrap } from '../fixtures/open-writer.ts';
import { createBlogReader } from '../read.ts';

describeDatabases('adding a former slug', (open) => {
  test('a former slug redirects to its post in its own language and is stored once', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const reader = createBlogReader({ database, now: () => fixture.clock.now });
    unwrap(await fixture.writer.savePost({ locale: 'en', title: 'Current', status: 'published' }));
    await fixture.writer.addFormerSlug({ locale: 'en', slug: 'current' }, 'old');
    await fixture.writer.addFormerSlug({ locale: 'en', slug: 'current' }, 'old');
    await fixture.writer.addFormerSlug({ locale: 'en', slug: 'nowhere' }, 'older');
    expect(await reader.findPost('en', 'old')).toEqual({ kind: 'moved', slug: 'current' });
    expect(await reader.findPost('de', 'old')).toEqual({ kind: 'missing' });
    expect(await database.query.select().from(slugHistory)).toHaveLength(1);
  });

  test('a slug that a post has now is not added, published or not', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    unwrap(await fixture.writer.savePost({ locale: 'en', title: 'Current', status: 'published' }));
    const draft = unwrap(await fixture.writer.savePost({ locale: 'en', title: 'Taken' }));
    for (const former of ['taken', 'current'])
      await fixture.writer.addFormerSlug({ locale: 'en', slug: 'current' }, former);
    expect(await database.query.select().from(slugHistory)).toEqual([]);
    unwrap(
      await fixture.writer.savePost({ id: draft.id, locale: 'en', title: 'Taken', status: 'published' }),
    );
    unwrap(await fixture.writer.savePost({ id: draft.id, locale: 'en', title: 'Taken', slug: 'gone' }));
    expect(await database.query.select().from(slugHistory)).toHaveLength(1);
  });
});
