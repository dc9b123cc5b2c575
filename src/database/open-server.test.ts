import { sql } from 'drizzle-orm';
import { describe, expect, inject, test } from 'vitest';
import { createServerDatabase } from '#test/support/databases.ts';
import { startPostgres } from '#test/support/postgres-server.ts';
import { openDatabase } from './connect.ts';
import { installation } from './schema.ts';

const serverUrl = inject('postgresUrl') ?? '';
const watch = { now: Date.now, onTrouble: () => undefined };
const open = async (url: string) => {
  const database = await openDatabase({ kind: 'server', url }, watch);
  if (!database.ok) throw new Error(database.error.mend);
  return database.value;
};

describe.skipIf(!serverUrl)('PostgreSQL (server)', () => {
  test('eight nodes that start at once on an empty database make its tables once', async () => {
    const { url, drop } = await createServerDatabase(serverUrl);
    const nodes = await Promise.all(Array.from({ length: 8 }, () => open(url)));
    expect(await nodes[0]?.query.select().from(installation)).toHaveLength(1);
    const applied = await nodes[1]?.query
      .select({ id: sql<number>`id` })
      .from(sql`drizzle.__drizzle_migrations`);
    expect(new Set(applied?.map(({ id }) => id)).size).toBe(applied?.length);
    await Promise.all(nodes.map((node) => node.close()));
    await drop();
  });

  test('what only one may do is done by one at a time, on whichever node', async () => {
    const { url, drop } = await createServerDatabase(serverUrl);
    const nodes = await Promise.all([open(url), open(url)]);
    const order: string[] = [];
    const step = (name: string) => async () => {
      order.push(`${name} begins`);
      await nodes[0]?.query.execute(sql`select pg_sleep(0.05)`);
      order.push(`${name} ends`);
    };
    await Promise.all([nodes[0]?.exclusively(step('one')), nodes[1]?.exclusively(step('other'))]);
    expect(order[0]?.split(' ')[0]).toBe(order[1]?.split(' ')[0]);
    await Promise.all(nodes.map((node) => node.close()));
    await drop();
  });

  test('a connection that is cut in the middle of a transaction fails that transaction alone', async () => {
    const { url, drop } = await createServerDatabase(serverUrl);
    const [node, other] = await Promise.all([open(url), open(url)]);
    const cut = node.transaction(async (queries) => {
      const [own] = await queries.select({ pid: sql<number>`pg_backend_pid()` }).from(installation);
      await other.query.execute(sql`select pg_terminate_backend(${own?.pid}::int)`);
      await queries.select().from(installation);
    });
    await expect(cut).rejects.toThrow();
    expect(await node.query.select().from(installation)).toHaveLength(1);
    await Promise.all([node.close(), other.close()]);
    await drop();
  });

  test('moments of every year come back as they were, whatever zone the server is in', async () => {
    const { url, drop } = await createServerDatabase(serverUrl);
    const first = await open(url);
    await first.query.execute(
      sql.raw(`alter database "${new URL(url).pathname.slice(1)}" set timezone = 'Europe/Berlin'`),
    );
    await first.close();
    const node = await open(url);
    for (const year of ['1000', '1800', '9999']) {
      const seededAt = new Date(`${year}-12-31T23:59:59.999Z`);
      await node.query.update(installation).set({ seededAt });
      expect((await node.query.select().from(installation))[0]?.seededAt).toEqual(seededAt);
    }
    await node.close();
    await drop();
  });

  test('a notice of one node reaches the other', async () => {
    const { url, drop } = await createServerDatabase(serverUrl);
    const [one, other] = await Promise.all([open(url), open(url)]);
    const heard = new Promise((resolve) => other.onNotice(resolve));
    await one.notify('from the first');
    expect(await heard).toBe('from the first');
    await Promise.all([one.close(), other.close()]);
    await drop();
  });

  test('after the server went away and came back, queries work and listeners hear that they may have missed something', async () => {
    await using server = await startPostgres();
    const url = server?.url ?? '';
    const database = await open(url);
    const gap = new Promise((resolve) => database.onNotice(resolve));
    await server?.restart();
    expect(await gap).toBeNull();
    const again = new Promise((resolve) => database.onNotice((text) => text !== null && resolve(text)));
    await database.notify('after the restart');
    expect(await again).toBe('after the restart');
    await database.close();
  });
});

test('a server that does not answer is named as such', async () => {
  const opened = await openDatabase({ kind: 'server', url: 'postgres://nobody@127.0.0.1:1/none' }, watch);
  expect(opened).toMatchObject({ ok: false, error: { code: 'server.unreachable' } });
});
