import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { openWriter } from './fixtures/open-writer.ts';

const names = { en: 'Name' };

describeDatabases('a category or tag', (open) => {
  test('is made once by its slug, and told of', async () => {
    await using database = await open();
    using desk = openWriter(database);
    const wish = { slug: 'c', color: '#336699', names, descriptions: { en: 'About' } };
    const id = await desk.writer.ensureCategory(wish);
    expect(await desk.writer.ensureCategory({ ...wish, color: '#000000' })).toBe(id);
    const tagId = await desk.writer.ensureTag({ slug: 't', names });
    expect(await desk.writer.ensureTag({ slug: 't', names: { en: 'Other' } })).toBe(tagId);
    expect(desk.changes.map((change) => change.locales.length)).toEqual([10, 10]);
    const kept = await database.query.query.category.findFirst({ where: (table) => eq(table.id, id) });
    expect(kept?.color).toBe('#336699');
    await expect(desk.writer.ensureCategory({ ...wish, color: 'red' })).rejects.toThrow('not a colour');
  });
});
