import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { fail, ok, type Result } from '#platform/result.ts';
import { advisoryLocks } from '../advisory-locks.ts';
import type { Database, DatabaseDeps, DatabaseError, Queries } from '../database.ts';
import { isConnectionError } from '../database-errors.ts';
import { migrationsFolder } from '../migrations.ts';
import * as schema from '../schema.ts';
import { NamedStatementsClient } from './named-statements.ts';

const connectTimeoutMs = 5000;
const acquireTimeoutMs = 30_000;
const statementTimeoutMs = 10_000;
/** Notifications and the health check use two more connections (docs/operations.md). */
const poolSize = 6;
const oldestVersion = 150_000;
const notificationChannel = 'unspool';

export async function openPostgres(
  url: string,
  deps: DatabaseDeps,
): Promise<Result<Database, DatabaseError>> {
  const connection = { connectionString: url, connectionTimeoutMillis: connectTimeoutMs };
  const prepared = await prepare(connection);
  if (!prepared.ok) return prepared;

  const pool = new pg.Pool({
    ...connection,
    Client: NamedStatementsClient,
    connectionTimeoutMillis: acquireTimeoutMs,
    max: poolSize,
    statement_timeout: statementTimeoutMs,
    // In most time zones, dates before 1900 have offsets with seconds, which JavaScript cannot parse.
    // Compiling a query takes longer than running any of ours.
    onConnect: async (client) => void (await client.query("set time zone 'UTC'; set jit = off")),
  });
  pool.on('error', deps.onError);
  pool.on('connect', (client) => client.on('error', () => undefined)); // otherwise the process would exit
  const orm = drizzle({ client: pool, schema });
  const notifications = await listenForNotifications(connection, deps.onError);
  const healthCheck = startHealthCheck(connection);
  return ok({
    kind: 'server',
    query: orm as unknown as Queries,
    async transaction(run) {
      // With the pool, drizzle never returns a connection that is lost before its `begin`.
      const client = await pool.connect();
      let isLost = false;
      try {
        return await drizzle({ client }).transaction((queries) => run(queries as unknown as Queries));
      } catch (error) {
        isLost = isConnectionError(error);
        throw error;
      } finally {
        client.release(isLost);
      }
    },
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
        // After an error the connection may still be in a transaction.
        client.release(failure !== undefined);
      }
    },
    async withExclusiveLock(run) {
      const client = new pg.Client(connection);
      client.on('error', deps.onError);
      await client.connect();
      try {
        await client.query('select pg_advisory_lock($1)', [advisoryLocks.exclusive]);
        return await run();
      } finally {
        await client.end();
      }
    },
    async tryLock(lock) {
      const client = new pg.Client({ ...connection, keepAlive: true });
      client.on('error', deps.onError);
      await client.connect();
      let isLocked = false;
      try {
        const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [
          advisoryLocks[lock],
        ]);
        isLocked = rows[0]?.locked === true;
      } finally {
        if (!isLocked) await client.end();
      }
      return isLocked ? () => client.end() : null;
    },
    async notify(text) {
      await pool.query('select pg_notify($1, $2)', [notificationChannel, text]);
    },
    onNotification: notifications.onNotification,
    isHealthy: healthCheck.isHealthy,
    async close() {
      healthCheck.close();
      await notifications.close();
      await pool.end();
    },
  });
}

async function prepare(connection: pg.ClientConfig): Promise<Result<null, DatabaseError>> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined); // the current query rejects with the same error
  try {
    await client.connect();
  } catch (cause) {
    const hint =
      'PostgreSQL is not responding at DATABASE_URL. Check the host, database name, user and password.';
    return fail({ code: 'server.unreachable', hint, cause });
  }
  try {
    const { rows } = await client.query('show server_version_num');
    if (Number(rows[0]?.server_version_num) < oldestVersion)
      return fail({ code: 'server.too_old', hint: 'Use PostgreSQL 15 or later.' });
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migration]);
    await migrate(drizzle({ client }), { migrationsFolder });
    return ok(null);
  } finally {
    await client.end();
  }
}

const firstPauseMs = 250;
const maxPauseMs = 10_000;

/** Reconnects with back-off. Resolves once it is listening. */
async function listenForNotifications(connection: pg.ClientConfig, onError: (error: unknown) => void) {
  const listeners: ((text: string | null) => void)[] = [];
  const emit = (text: string | null) => {
    for (const listener of listeners) listener(text);
  };
  const closing = new AbortController();
  let client = await listen();

  async function listen(): Promise<pg.Client> {
    const newClient = new pg.Client({ ...connection, keepAlive: true });
    newClient.on('notification', ({ payload }) => emit(payload ?? ''));
    let isListening = false;
    newClient.on('error', (error) => {
      // Until then the call below rejects. A broken connection may emit two errors.
      if (!isListening || closing.signal.aborted) return;
      isListening = false;
      onError(error);
      void reconnect();
    });
    await newClient.connect();
    try {
      await newClient.query(`listen ${notificationChannel}`);
    } catch (error) {
      await newClient.end();
      throw error;
    }
    isListening = true;
    return newClient;
  }

  async function reconnect(): Promise<void> {
    for (let pause = firstPauseMs; !closing.signal.aborted; pause = Math.min(pause * 2, maxPauseMs)) {
      await wait(pause, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      if (closing.signal.aborted) return;
      try {
        client = await listen();
        emit(null);
        return;
      } catch (error) {
        onError(error);
      }
    }
  }

  return {
    onNotification: (listener: (text: string | null) => void) => void listeners.push(listener),
    async close() {
      closing.abort();
      await client.end();
    },
  };
}

const checkIntervalMs = 1500;
const checkTimeoutMs = 1500;

/** Uses its own connection, because a busy pool is not an outage. */
function startHealthCheck(connection: pg.ClientConfig) {
  let client: pg.Client | null = null;
  let isReachable = true;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const closeClient = () => {
    const lost = client;
    client = null;
    lost?.end().catch(() => undefined);
  };

  async function isAnswering(): Promise<boolean> {
    try {
      if (!client) {
        const newClient = new pg.Client({
          ...connection,
          connectionTimeoutMillis: checkTimeoutMs,
          query_timeout: checkTimeoutMs,
        });
        client = newClient;
        // Without a listener the process would exit; the next query rejects anyway.
        newClient.on('error', () => {
          if (client === newClient) isReachable = false;
        });
        await newClient.connect();
      }
      await client?.query('select 1');
      return true;
    } catch {
      closeClient();
      return false;
    }
  }

  async function check(): Promise<void> {
    // A busy process sees a timeout before an answer that has already come, so one failure is no outage.
    isReachable = (await isAnswering()) || (await isAnswering());
    if (isClosed) closeClient();
    else timer = setTimeout(() => void check(), checkIntervalMs).unref();
  }

  void check();
  return {
    isHealthy: () => isReachable,
    close() {
      isClosed = true;
      clearTimeout(timer);
      closeClient();
    },
  };
}
