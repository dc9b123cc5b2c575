import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { describe, inject } from 'vitest';
import { type Database, openDatabase } from '#database/database.ts';
import { createEmbeddedDatabase, startPglite } from '#database/embedded/open-embedded.ts';
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
    await database.query.execute(
      sql`truncate article, category, tag, media_file, account_user, account_link, account_attempt, api_key, model_day, model_call, translation_block, glossary, setting, setting_change, contact_message, figure_day, figure_total, search_term_day, extraction_slot, threads_check, clip cascade`,
    );
    return {
      ...database,
      // Don't notify listeners of earlier tests.
      onNotification: (listener) => void listeners.push(listener),
      [Symbol.asyncDispose]: async () => undefined,
    };
  };
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
