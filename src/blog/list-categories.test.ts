import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { createBlogReader } from './create-blog-reader.ts';
import { createSower } from './fixtures/sow-posts.ts';

describeDatabases('categories and tags', (open) => {
  test('are named in the language asked for, or in English, and sorted as it sorts', async () => {
    await using database = await open();
    const { sowCategory, sowTag } = createSower(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    const entries = [
      ['z', { en: 'Zebra', de: 'Zebra' }],
      ['o', { en: 'Ore', de: 'Öl' }],
      ['p', { en: 'apple' }],
    ] as const;
    for (const [slug, names] of entries) {
      await sowCategory(slug, names);
      await sowTag(slug, names);
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
