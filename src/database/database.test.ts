import { sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import type { Queries } from './database.ts';
import * as schema from './schema.ts';

const tables = Object.values(schema) as PgTable[];
/** Columns that nodes of the previous version still use during a rolling update. */
const columnsByPreviousVersion: Record<string, string[]> = { translation_task: ['offers'] };

describeDatabases('the database', (open) => {
  test.each(tables.map((table) => [getTableConfig(table).name, table]))(
    'the migrations create table %s as in the schema',
    async (name, table) => {
      await using database = await open();
      const expected = getTableConfig(table as PgTable).columns.map((column) => ({
        name: column.name,
        type: column.getSQLType(),
        required: column.notNull,
      }));
      const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
      const actual = await readColumns(database.query, name as string);
      const previousColumns = columnsByPreviousVersion[name as string] ?? [];
      expect(actual.map((column) => column.name)).toEqual(expect.arrayContaining(previousColumns));
      const currentColumns = actual.filter((column) => !previousColumns.includes(column.name));
      expect(currentColumns.sort(byName)).toEqual(expected.sort(byName));
    },
  );

  test('this version and the previous one can write rows of the same run', async () => {
    await using database = await open();
    const { query } = database;
    const [article] = await query.insert(schema.article).values({ sourceLocale: 'en' }).returning();
    const text = { articleId: article?.id ?? '', locale: 'en', slug: 'a', title: 'A' } as const;
    const [post] = await query.insert(schema.post).values(text).returning();
    const source = { sourceLocale: 'en', sourceVersion: 1, sourceDigest: '', source: {} };
    const [run] = await query
      .insert(schema.translationRun)
      .values({
        articleId: text.articleId,
        postId: post?.id ?? '',
        ...source,
        choice: 'all',
        tokensEstimated: 1,
        tokensMax: 1,
      })
      .returning();
    await query.insert(schema.translationTask).values({ runId: run?.id ?? '', locale: 'de' });
    await query.execute(sql`update translation_task set offers = '[{"hash":"x"}]', status = 'translating'`);
    await query.execute(sql`insert into translation_task (run_id, locale, status, offers)
      values (${run?.id}, 'fr', 'queued', '[]')`);
    expect(await query.$count(schema.translationTask)).toBe(2);
  });

  test('a published post needs a date, and only the ten locales are accepted', async () => {
    await using database = await open();
    const [article] = await database.query.insert(schema.article).values({ sourceLocale: 'en' }).returning();
    const base = { articleId: article?.id ?? '', slug: 'a', title: 'A' };
    const insert = (values: object) =>
      database.query.insert(schema.post).values({ ...base, ...values } as never);
    await expect(insert({ locale: 'en', status: 'published' })).rejects.toMatchObject({
      cause: { code: '23514' },
    });
    await expect(insert({ locale: 'xx' })).rejects.toMatchObject({ cause: { code: '23514' } });
    await insert({ locale: 'en', status: 'published', publishedAt: new Date(0) });
  });

  test('a transaction that throws is rolled back', async () => {
    await using database = await open();
    const failing = database.transaction(async (queries) => {
      await queries.insert(schema.article).values({ sourceLocale: 'en' });
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await database.query.select().from(schema.article)).toEqual([]);
  });

  test('a notification reaches the listener', async () => {
    await using database = await open();
    const received = new Promise((resolve) => database.onNotification(resolve));
    await database.notify('something changed');
    expect(await received).toBe('something changed');
  });
});

async function readColumns(query: Queries, table: string) {
  const columns = await query
    .select({
      name: sql<string>`attname`,
      type: sql<string>`format_type(atttypid, atttypmod)`,
      required: sql<boolean>`attnotnull`,
    })
    .from(sql`pg_attribute`)
    .where(sql`attrelid = ${table}::regclass and attnum > 0 and not attisdropped`);
  return columns.map((column) => ({ ...column, type: column.type.replace('timestamp(3)', 'timestamp (3)') }));
}
