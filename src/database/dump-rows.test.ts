import { like, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { dumpRows } from './dump-rows.ts';
import { category } from './schema.ts';

describeDatabases('dumpRows', (open) => {
  test('yields each row of a large table once, as a transaction sees it', async () => {
    await using database = await open();
    const words = sql`jsonb_build_object('en', repeat('word ', 300))`;
    await database.query.execute(
      sql`insert into category (slug, color, names) select 'c-' || n, '#123456', ${words} from generate_series(1, 500) n`,
    );
    await database.query.delete(category).where(like(category.slug, 'c-4%'));
    const slugs = await database.transaction(async (tx) => {
      const found: unknown[] = [];
      for await (const { table, row } of dumpRows(tx, ['category'])) found.push(`${table} ${row.slug}`);
      return found;
    });
    const expected = Array.from({ length: 500 }, (_, index) => `category c-${index + 1}`);
    expect(slugs).toEqual(expected.filter((name) => !name.startsWith('category c-4')));
  });
});
