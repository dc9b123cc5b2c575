import { readFileSync } from 'node:fs';
import { afterAll, expect, inject, test } from 'vitest';
import { createNamedStatements } from './named-statements.ts';
import { startPglite } from './start-pglite.ts';

const engine = await startPglite({ loadDataDir: new Blob([readFileSync(inject('embeddedTemplate'))]) });
const query = createNamedStatements(engine);
afterAll(() => engine.close());

const countStatements = async () => (await engine.query('select 1 from pg_prepared_statements')).rows.length;

test('a statement is parsed once for all its executions, and its results are those of PGlite', async () => {
  const text = 'select $1::int as number, $2::jsonb as data, $3::text[] as list, $4::timestamptz as date';
  const values = [7, { a: [null] }, ['x', '"'], new Date('2026-01-02T03:04:05Z')];
  const expected = await engine.query(text, values, { rowMode: 'array' });
  for (let count = 0; count < 8; count += 1)
    expect(await query(text, values, { rowMode: 'array' })).toEqual(expected);
  expect(await countStatements()).toBe(1);
  expect((await query(text, [null, null, null, null])).rows).toEqual([
    { number: null, data: null, list: null, date: null },
  ]);
});

test('an error of a statement leaves the next ones intact', async () => {
  await query('create table note (words text unique)');
  const insert = () => query('insert into note values ($1)', ['kept']);
  expect((await insert()).affectedRows).toBe(1);
  await expect(insert()).rejects.toMatchObject({ code: '23505' });
  await expect(query('select nothing')).rejects.toMatchObject({ code: '42703' });
  const select = () => query('select * from note');
  expect((await select()).rows).toEqual([{ words: 'kept' }]);

  await engine.exec('alter table note add number int');
  await expect(select()).rejects.toMatchObject({ code: '0A000' });
  expect((await select()).rows).toEqual([{ words: 'kept', number: null }]);
});

test('rarely used and long statements leave no memory behind', async () => {
  for (let count = 0; count < 150; count += 1) await query(`select ${count}`);
  await query(`select '${'x'.repeat(5000)}'`);
  await query('select 1');
  expect(await countStatements()).toBeLessThanOrEqual(100);
});
