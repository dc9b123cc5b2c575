import { cpSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, inject } from 'vitest';
import { type Database, openDatabase } from '#database/database.ts';
import { createEmbeddedDatabase } from '#database/embedded/open-embedded.ts';
import { startPglite } from '#database/embedded/start-pglite.ts';
import { createServerDatabase } from './postgres-server.ts';

export type TestDatabase = Database & AsyncDisposable;

/** A group shares one database, which `open` empties, so open only one at a time. */
export function describeDatabases(name: string, body: (open: () => Promise<TestDatabase>) => void): void {
  describe(`${name} (embedded)`, () => body(embedded));
  describe.skipIf(inject('postgresUrl') === null)(`${name} (server)`, () => body(server));
}

const server = sharedDatabase(() => openFreshServerDatabase(inject('postgresUrl') ?? ''));

const embedded = sharedDatabase(openEmbeddedCopy);

export function emptyDatabase(): Promise<TestDatabase> {
  return embedded();
}

/** Stays open for the next file of the worker: opening takes a second, emptying takes milliseconds. */
function sharedDatabase(open: () => Promise<Database>): () => Promise<TestDatabase> {
  let shared: Promise<Database> | null = null;
  let listeners: ((text: string | null) => void)[] = [];
  return async () => {
    shared ??= open().then((database) => {
      database.onNotification((text) => {
        for (const listener of listeners) listener(text);
      });
      return database;
    });
    const database = await shared;
    listeners = [];
    await empty(database);
    return {
      ...database,
      // Don't notify listeners of earlier tests.
      onNotification: (listener) => void listeners.push(listener),
      [Symbol.asyncDispose]: async () => undefined,
    };
  };
}

/** PGlite never frees the space of deleted rows by itself. */
const usedBytesMax = 16 * 1024 * 1024;

/**
 * Deletes every row but the installation's, also jobs that an earlier test left waiting. Truncating takes twenty times
 * longer, because it writes new files for all tables. The lock waits for writes that are still running, and the user of
 * the database is a superuser, who may delete without foreign keys and triggers.
 */
async function empty({ executeSql }: Database): Promise<void> {
  const { rows } = await executeSql(
    `select format('%I.%I', schemaname, tablename) as name,
        pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass)::int as bytes
      from pg_tables
      where schemaname = 'public' and tablename <> 'installation' or schemaname = 'pgboss' and tablename = 'job'`,
  );
  const tables = rows as { name: string; bytes: number }[];
  const names = tables.map(({ name }) => name);
  if (tables.reduce((sum, { bytes }) => sum + bytes, 0) > usedBytesMax) {
    await executeSql(`truncate ${names.join()} cascade`);
    return;
  }
  const deletions = names.map((name) => `delete from ${name}`);
  await executeSql(
    `begin; set local session_replication_role = replica; lock table ${names.join()} in exclusive mode;
      ${deletions.join(';')}; commit`,
  );
}

/** Creates a folder with an empty database for `startPglite` or `openDatabase`. */
export function createDatabaseFolder(dataDir: string): void {
  cpSync(inject('emptyDatabase'), dataDir, { recursive: true });
}

async function openEmbeddedCopy(): Promise<Database> {
  const template = new Blob([await readFile(inject('embeddedTemplate'))]);
  return createEmbeddedDatabase(await startPglite({ loadDataDir: template }));
}

export async function openFreshServerDatabase(serverUrl: string): Promise<Database> {
  const { url, drop } = await createServerDatabase(serverUrl);
  let isClosing = false;
  // A pool ends before its connections do, and dropping the database may terminate them.
  const onError = (error: unknown) => {
    if (!isClosing) throw error;
  };
  const opened = await openDatabase({ kind: 'server', url }, { now: Date.now, onError });
  if (!opened.ok) throw new Error(opened.error.hint, { cause: opened.error.cause });
  return {
    ...opened.value,
    async close() {
      isClosing = true;
      await opened.value.close();
      await drop();
    },
  };
}
