import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { createSeeder } from '../fixtures/seed-posts.ts';
import { createBlogReader } from '../read.ts';

describeDatabases('listing categories and tags', (open) => {
  test('names are in the requested language or in English, sorted by its collation', async () => {
    await using database = await open();
    const { seedCategory, seedTag } = createSeeder(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    const entries = [
      ['z', { en: 'Zebra', de: 'Zebra' }],
      ['o', { en: 'Ore', de: 'Öl' }],
      ['p', { en: 'apple' }],
    ] as const;
    for (const [slug, names] of entries) {
      await seedCategory(slug, names);
      await seedTag(slug, names);
    }
    const names = (list: { name: string }[]) => list.map((entry) => entry.name);
    expect(names(await reader.listCategories('en'))).toEqual(['apple', 'Ore', 'Zebra']);
    expect(names(await reader.listCategories('de'))).toEqual(['apple', 'Öl', 'Zebra']);
    expect(names(await reader.listTags('de'))).toEqual(['apple', 'Öl', 'Zebra']);
    expect((await reader.listTags('en'))[0]).toEqual({
      id: expect.any(String),
      name: 'apple',
      slug: 'p',
      created_at: expect.stringMatching(/Z$/),
    });
  });
});
