import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Database, DatabaseError, DatabaseWatch, Queries } from './connect.ts';
import { listenForNotices } from './listen-for-notices.ts';
import { migrationsFolder } from './migrations-folder.ts';
import * as schema from './schema.ts';
import { watchPresence } from './watch-presence.ts';

const connectTimeoutMs = 5000;
/** Longest that a query waits for one of the pool's connections. */
const turnTimeoutMs = 30_000;
const statementTimeoutMs = 10_000;
/** Two more are kept for notices and for the question whether it answers: docs/operations.md counts them. */
const poolSize = 6;
const oldestVersion = 150_000;
/** Any fixed numbers: nodes that migrate, or do what only one may do, wait for each other on them. */
const migrationLock = 7_260_114;
const exclusiveLock = 7_260_115;
export const noticeChannel = 'unspool';

/** PostgreSQL 15 or later. Several processes may use it; one of them migrates while the others wait. */
export async function openServer(
  url: string,
  watch: DatabaseWatch,
): Promise<Result<Database, DatabaseError>> {
  const connection = { connectionString: url, connectionTimeoutMillis: connectTimeoutMs };
  const prepared = await prepare(connection);
  if (!prepared.ok) return prepared;

  const pool = new pg.Pool({
    ...connection,
    connectionTimeoutMillis: turnTimeoutMs,
    max: poolSize,
    statement_timeout: statementTimeoutMs,
    // In most zones a moment before 1900 has an offset with seconds, which JavaScript can't read.
    onConnect: async (client) => void (await client.query("set time zone 'UTC'")),
  });
  // A connection that breaks while nobody uses it; the next query opens another.
  pool.on('error', watch.onTrouble);
  // While it is used the query under way, or the next one, rejects; without a listener the process would end as well.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const orm = drizzle({ client: pool, schema });
  const notices = await listenForNotices({ connection, channel: noticeChannel, onTrouble: watch.onTrouble });
  const presence = watchPresence(connection);
  return ok({
    kind: 'server',
    query: orm as unknown as Queries,
    transaction: (run) => orm.transaction((queries) => run(queries as unknown as Queries)),
    async executeSql(text, values) {
      const client = await pool.connect();
      let failure: unknown;
      try {
        const results = [await client.query(text, values)].flat();
        return { rows: results.flatMap((result) => result.rows) };
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        // After an error it may be in the middle of a transaction, and is not used again.
        client.release(failure !== undefined);
      }
    },
    async exclusively(run) {
      const client = new pg.Client(connection);
      client.on('error', watch.onTrouble);
      await client.connect();
      try {
        await client.query('select pg_advisory_lock($1)', [exclusiveLock]);
        return await run();
      } finally {
        await client.end();
      }
    },
    async notify(text) {
      await pool.query('select pg_notify($1, $2)', [noticeChannel, text]);
    },
    onNotice: notices.onNotice,
    answers: presence.answers,
    async close() {
      presence.close();
      await notices.close();
      await pool.end();
    },
  });
}

/** Checks the version and brings the tables up to date, on a connection of its own. */
async function prepare(connection: pg.ClientConfig): Promise<Result<null, DatabaseError>> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined); // the query under way rejects with the same error
  try {
    await client.connect();
  } catch (cause) {
    const mend = 'PostgreSQL does not answer at DATABASE_URL. Check the address, name and password.';
    return fail({ code: 'server.unreachable', mend, cause });
  }
  try {
    const { rows } = await client.query('show server_version_num');
    if (Number(rows[0]?.server_version_num) < oldestVersion)
      return fail({ code: 'server.too_old', mend: 'Use PostgreSQL 15 or later.' });
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle({ client }), { migrationsFolder });
    return ok(null);
  } finally {
    await client.end();
  }
}
