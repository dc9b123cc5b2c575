import { type AddressInfo, connect, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { describe, expect, inject, test } from 'vitest';
import { createServerDatabase, startPostgres } from '#test/support/postgres-server.ts';
import { openDatabase } from '../database.ts';
import { isConnectionError } from '../database-errors.ts';
import { installation } from '../schema.ts';

const serverUrl = inject('postgresUrl') ?? '';
const deps = { now: Date.now, onError: () => undefined };
const read = async (url: string) => {
  const database = await openDatabase({ kind: 'server', url }, deps);
  if (!database.ok) throw new Error(database.error.hint);
  return database.value;
};

describe.skipIf(!serverUrl)('PostgreSQL (server)', () => {
  test('eight nodes that start at once on an empty database migrate it once', async () => {
    const { url, drop } = await createServerDatabase(serverUrl);
    const nodes = await Promise.all(Array.from({ length: 8 }, () => read(url)));
    expect(await nodes[0]?.query.select().from(installation)).toHaveLength(1);
    const applied = await nodes[1]?.query
      .select({ id: sql<number>`id` })
      .from(sql`drizzle.__drizzle_migrations`);
    expect(new Set(applied?.map(({ id }) => id)).size).toBe(applied?.length);
    await Promise.all(nodes.map((node) => node.close()));
    await drop();
  });

  test('an exclusive task runs on one node at a time', async () => {
    const { url, drop } = await createServerDatabase(serverUrl);
    const nodes = await Promise.all([read(url), read(url)]);
    const events: string[] = [];
    const step = (name: string) => async () => {
      events.push(`${name} begins`);
      await nodes[0]?.query.execute(sql`select pg_sleep(0.05)`);
      events.push(`${name} ends`);
    };
    await Promise.all([nodes[0]?.withExclusiveLock(step('one')), nodes[1]?.withExclusiveLock(step('other'))]);
    expect(events[0]?.split(' ')[0]).toBe(events[1]?.split(' ')[0]);
    await Promise.all(nodes.map((node) => node.close()));
    await drop();
  });

  test('a lost connection fails only its own transaction', async () => {
    const { url, drop } = await createServerDatabase(serverUrl);
    const [node, other] = await Promise.all([read(url), read(url)]);
    const interrupted = node.transaction(async (queries) => {
      const [row] = await queries.select({ pid: sql<number>`pg_backend_pid()` }).from(installation);
      await other.query.execute(sql`select pg_terminate_backend(${row?.pid}::int)`);
      await queries.select().from(installation);
    });
    await expect(interrupted).rejects.toSatisfy(isConnectionError);
    expect(await node.query.select().from(installation)).toHaveLength(1);
    await Promise.all([node.close(), other.close()]);
    await drop();
  });

  test('connections that are lost before a transaction begins are replaced', async () => {
    const { url, drop } = await createServerDatabase(serverUrl);
    const [node, other] = await Promise.all([read(url), read(url)]);
    const startTransaction = () => node.transaction((queries) => queries.select().from(installation));
    let lost = 0;
    // More often than the pool has connections.
    while (lost < 8) {
      const [row] = await node.query.select({ pid: sql<number>`pg_backend_pid()` }).from(installation);
      await other.query.execute(sql`select pg_terminate_backend(${row?.pid}::int)`);
      await startTransaction().catch((error) => {
        expect(error).toSatisfy(isConnectionError);
        lost += 1;
      });
    }
    expect(await startTransaction()).toHaveLength(1);
    await Promise.all([node.close(), other.close()]);
    await drop();
  });

  test('dates of any year survive a round trip in any server time zone', async () => {
    const { url, drop } = await createServerDatabase(serverUrl);
    const first = await read(url);
    await first.query.execute(
      sql.raw(`alter database "${new URL(url).pathname.slice(1)}" set timezone = 'Europe/Berlin'`),
    );
    await first.close();
    const node = await read(url);
    for (const year of ['1000', '1800', '9999']) {
      const seededAt = new Date(`${year}-12-31T23:59:59.999Z`);
      await node.query.update(installation).set({ seededAt });
      expect((await node.query.select().from(installation))[0]?.seededAt).toEqual(seededAt);
    }
    await node.close();
    await drop();
  });

  test('a notification from one node reaches another', async () => {
    const { url, drop } = await createServerDatabase(serverUrl);
    const [first, other] = await Promise.all([read(url), read(url)]);
    const received = new Promise((resolve) => other.onNotification(resolve));
    await first.notify('from the first');
    expect(await received).toBe('from the first');
    await Promise.all([first.close(), other.close()]);
    await drop();
  });

  test('after a server restart queries work and listeners learn of missed notifications', async () => {
    await using server = await startPostgres();
    const url = server?.url ?? '';
    const database = await read(url);
    const gap = new Promise((resolve) => database.onNotification(resolve));
    await server?.restart();
    expect(await gap).toBeNull();
    const notification = new Promise((resolve) =>
      database.onNotification((text) => text !== null && resolve(text)),
    );
    await database.notify('after the restart');
    expect(await notification).toBe('after the restart');
    await database.close();
  });

  test('a busy process does not take its own delay for an outage', async () => {
    const { url, drop } = await createServerDatabase(serverUrl);
    const { hostname, port } = new URL(url);
    const isHealthyAtCheck: (boolean | undefined)[] = [];
    const isHealthy = () => database?.isHealthy();
    const twoChecks = Promise.withResolvers<void>();
    const proxy = createServer((socket) => {
      const server = connect(Number(port), hostname);
      socket
        .on('error', () => server.destroy())
        .on('data', (bytes) => {
          if (bytes.includes('select 1\0')) {
            isHealthyAtCheck.push(isHealthy());
            if (isHealthyAtCheck.length === 1) blockProcess(2000);
            else twoChecks.resolve();
          }
        });
      socket.pipe(server).pipe(socket);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const proxied = new URL(url);
    proxied.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const database = await read(proxied.href);
    await twoChecks.promise;
    expect(isHealthyAtCheck).toEqual([true, true]);
    await database.close();
    proxy.close();
    await drop();
  });
});

/** Longer than a check may take. */
function blockProcess(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('an unreachable server gives an error code', async () => {
  const opened = await openDatabase({ kind: 'server', url: 'postgres://nobody@127.0.0.1:1/none' }, deps);
  expect(opened).toMatchObject({ ok: false, error: { code: 'server.unreachable' } });
});
