import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { createWriterFixture } from '../fixtures/open-writer.ts';

const names = { en: 'Name' };

describeDatabases('ensuring a category or tag', (open) => {
  test('each slug is created once, and a change is emitted', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const input = { slug: 'c', color: '#336699', names, descriptions: { en: 'About' } };
    const id = await fixture.writer.ensureCategory(input);
    expect(await fixture.writer.ensureCategory({ ...input, color: '#000000' })).toBe(id);
    const tagId = await fixture.writer.ensureTag({ slug: 't', names });
    expect(await fixture.writer.ensureTag({ slug: 't', names: { en: 'Other' } })).toBe(tagId);
    expect(fixture.changes.map((change) => change.locales.length)).toEqual([10, 10]);
    const row = await database.query.query.category.findFirst({ where: (table) => eq(table.id, id) });
    expect(row?.color).toBe('#336699');
    await expect(fixture.writer.ensureCategory({ ...input, color: 'red' })).rejects.toThrow('invalid color');
  });
});
