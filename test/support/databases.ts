import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, inject } from 'vitest';
import { type Database, openDatabase } from '#database/connect.ts';
import { embeddedDatabase, startEngine } from '#database/open-embedded.ts';

export type TestDatabase = Database & AsyncDisposable;

/**
 * The same tests on the embedded database and, where one is at hand, on a real PostgreSQL. `open` gives a migrated
 * database without rows; within a group it is one database, emptied each time, so open one at a time.
 */
export function describeDatabases(name: string, body: (open: () => Promise<TestDatabase>) => void): void {
  describe(`${name} (embedded)`, () => body(embedded));
  describe.skipIf(inject('postgresUrl') === null)(`${name} (server)`, () => body(server));
}

const server = sharedDatabase(() => openFreshServerDatabase(inject('postgresUrl') ?? ''));

const embedded = sharedDatabase(openEmbeddedCopy);

/** An embedded database without rows: one for all test files of a worker, emptied each time. */
export function emptyDatabase(): Promise<TestDatabase> {
  return embedded();
}

/** Opened once and left open for the next file of the same worker: opening one takes a second, emptying it milliseconds. */
function sharedDatabase(open: () => Promise<Database>): () => Promise<TestDatabase> {
  let shared: Promise<Database> | null = null;
  let listeners: ((text: string | null) => void)[] = [];
  return async () => {
    shared ??= open().then((database) => {
      database.onNotice((text) => {
        for (const listener of listeners) listener(text);
      });
      return database;
    });
    const database = await shared;
    listeners = [];
    await database.query.execute(
      sql`truncate article, category, tag, media_file, account_user, account_link, account_attempt, api_key, model_day, model_call, translation_block, glossary cascade`,
    );
    return {
      ...database,
      // Listeners of an earlier test hear nothing of a later one.
      onNotice: (listener) => void listeners.push(listener),
      [Symbol.asyncDispose]: async () => undefined,
    };
  };
}

async function openEmbeddedCopy(): Promise<Database> {
  const template = new Blob([await readFile(inject('embeddedTemplate'))]);
  return embeddedDatabase(await startEngine({ loadDataDir: template }));
}

/** A database of its own on the server, dropped when it is closed. */
export async function openFreshServerDatabase(serverUrl: string): Promise<Database> {
  const { url, drop } = await createServerDatabase(serverUrl);
  let isClosing = false;
  // A pool has ended before its connections have: dropping the database may cut them.
  const onTrouble = (error: unknown) => {
    if (!isClosing) throw error;
  };
  const opened = await openDatabase({ kind: 'server', url }, { now: Date.now, onTrouble });
  if (!opened.ok) throw new Error(opened.error.mend, { cause: opened.error.cause });
  return {
    ...opened.value,
    async close() {
      isClosing = true;
      await opened.value.close();
      await drop();
    },
  };
}

/** An empty database without tables. */
export async function createServerDatabase(
  serverUrl: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdministrator(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdministrator(serverUrl, `drop database ${name} with (force)`) };
}

async function asAdministrator(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
