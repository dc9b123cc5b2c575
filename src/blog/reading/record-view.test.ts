import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { viewDay } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { createSeeder } from '../fixtures/seed-posts.ts';
import { createBlogReader } from '../read.ts';

describeDatabases('recording a view', (open) => {
  test('one view counts once, and 200 concurrent views count 200 times', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    const reader = createBlogReader({ database, now: () => Date.UTC(2026, 4, 1) });
    const { id } = await seedPost();
    expect(await reader.recordView(id)).toBe(1);
    const counts = await Promise.all(Array.from({ length: 200 }, () => reader.recordView(id)));
    expect(counts.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 200 }, (_, index) => index + 2),
    );
    expect(await reader.recordView(id.toUpperCase())).toBe(202);
  });

  test('a view counts for its language and UTC day and changes nothing else', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    const clock = { now: Date.UTC(2026, 4, 1, 23, 59) };
    const reader = createBlogReader({ database, now: () => clock.now });
    const english = await seedPost({ slug: 'a' });
    const german = await seedPost({ slug: 'a', locale: 'de', articleId: english.articleId });
    const before = await reader.findPost('en', 'a');
    await reader.recordView(english.id);
    await reader.recordView(german.id);
    clock.now += 60_000;
    expect(await reader.recordView(english.id)).toBe(2);
    const rows = await database.query.select().from(viewDay).orderBy(asc(viewDay.day), asc(viewDay.views));
    expect(rows).toHaveLength(3);
    expect(rows).toContainEqual({ postId: english.id, day: '2026-05-01', views: 1 });
    expect(rows).toContainEqual({ postId: german.id, day: '2026-05-01', views: 1 });
    expect(rows).toContainEqual({ postId: english.id, day: '2026-05-02', views: 1 });
    const after = await reader.findPost('en', 'a');
    expect(after).toEqual({ ...before, post: { ...(before.kind === 'post' && before.post), view_count: 2 } });
  });

  test('a view of an unpublished or missing post is not counted', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    const { id } = await seedPost({ status: 'draft' });
    for (const postId of [id, '00000000-0000-4000-8000-000000000000', '', '1', '\0', `${id} `]) {
      expect(await reader.recordView(postId)).toBeNull();
    }
    expect(await database.query.select().from(viewDay)).toEqual([]);
  });
});
