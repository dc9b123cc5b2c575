import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createServerDatabase } from '#test/support/postgres-server.ts';
import { openDatabase } from '../database.ts';
import { NamedStatementsClient } from './named-statements.ts';

const serverUrl = inject('postgresUrl') ?? '';

async function connect() {
  const client: pg.Client = new NamedStatementsClient(serverUrl);
  await client.connect();
  await client.query("create temporary table note (id int, words text); insert into note values (1, 'kept')");
  return {
    client,
    select: () => client.query({ text: 'select * from note where id = $1' }, [1]),
    async statements() {
      const text = 'select statement, generic_plans + custom_plans as uses from pg_prepared_statements';
      return (await client.query<{ statement: string; uses: string }>(text)).rows;
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

test.skipIf(!serverUrl)('a query with values is parsed once per connection', async () => {
  await using database = await connect();
  for (let count = 0; count < 8; count += 1)
    expect((await database.select()).rows).toEqual([{ id: 1, words: 'kept' }]);
  expect(await database.statements()).toMatchObject([{ uses: '8' }]);
});

test.skipIf(!serverUrl)(
  'queries of the product are parsed once, with the pool and in transactions',
  async () => {
    const { url, drop } = await createServerDatabase(serverUrl);
    const opened = await openDatabase({ kind: 'server', url }, { now: Date.now, onError: () => undefined });
    if (!opened.ok) throw new Error(opened.error.hint);
    const database = opened.value;
    const names = (queries: typeof database.query) =>
      queries.select({ name: sql`name` }).from(sql`pg_prepared_statements`).where(sql`${1} = 1`);
    await names(database.query);
    expect(await names(database.query)).toHaveLength(1);
    expect(await database.transaction(names)).toHaveLength(1);
    await database.close();
    await drop();
  },
);

test.skipIf(!serverUrl)('a statement that another process invalidated is prepared again', async () => {
  await using database = await connect();
  await database.select();
  await database.client.query('alter table note add number int');
  expect((await database.select()).rows).toEqual([{ id: 1, words: 'kept', number: null }]);
  await database.select();
  await database.client.query('deallocate all');
  expect((await database.select()).rows).toHaveLength(1);
  await database.select();
  expect(await database.statements()).toHaveLength(1);
});

test.skipIf(!serverUrl)(
  'in a transaction the invalidated statement fails only that transaction',
  async () => {
    await using database = await connect();
    await database.select();
    await database.client.query('alter table note add number int');
    await database.client.query('begin');
    await expect(database.select()).rejects.toMatchObject({ code: '0A000' });
    await database.client.query('rollback');
    expect((await database.select()).rows).toHaveLength(1);
  },
);

test.skipIf(!serverUrl)('rarely used and long statements leave no memory behind', async () => {
  await using database = await connect();
  for (let count = 0; count < 150; count += 1)
    await database.client.query({ text: `select ${count}, $1` }, ['x']);
  await database.client.query({ text: `select '${'x'.repeat(5000)}', $1` }, ['x']);
  const kept = await database.statements();
  expect(kept).toHaveLength(100);
  expect(kept.some(({ statement }) => statement === 'select 149, $1')).toBe(true);
});

test.skipIf(!serverUrl)('an error of a statement leaves the next ones intact', async () => {
  await using database = await connect();
  await expect(database.client.query({ text: 'select nothing, $1' }, [1])).rejects.toMatchObject({
    code: '42703',
  });
  await expect(database.client.query({ text: 'select 1 / $1::int' }, [0])).rejects.toMatchObject({
    code: '22012',
  });
  expect((await database.client.query({ text: 'select 1 / $1::int as one' }, [1])).rows).toEqual([
    { one: 1 },
  ]);
});
