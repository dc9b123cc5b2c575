import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Database, DatabaseError, DatabaseWatch, Queries } from './connect.ts';
import { lockFolder } from './lock-folder.ts';
import { migrationsFolder } from './migrations-folder.ts';
import * as schema from './schema.ts';

/** Little memory for one process; measured to serve a blog of 100,000 posts as well as the default. */
const settings = ['shared_buffers = 16MB'];

/** PostgreSQL inside this process, its files below `folder`. One process at a time. */
export async function openEmbedded(
  folder: string,
  { now }: DatabaseWatch,
): Promise<Result<Database, DatabaseError>> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder, now);
  if (!lock.ok) {
    const { pid, host } = lock.error;
    const mend = `Another process (${pid} on ${host}) uses the database in ${folder}. Stop it, give this one a DATA_DIR of its own, or use PostgreSQL through DATABASE_URL.`;
    return fail({ code: 'folder.locked', mend });
  }
  try {
    const client = await startEngine({ dataDir: join(folder, 'postgres') });
    const database = await embeddedDatabase(client);
    return ok({
      ...database,
      async close() {
        await database.close();
        lock.value.release();
      },
    });
  } catch (cause) {
    lock.value.release();
    const mend = `The database in ${folder} does not open. Move the folder away to start anew, or put a copy of it back.`;
    return fail({ code: 'folder.unreadable', mend, cause });
  }
}

/** The engine is loaded only where it is used: with PostgreSQL the process stays small. */
export async function startEngine(options: PGliteOptions): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  return PGlite.create({ postgresqlconf: settings, ...options });
}

/** A started engine as our database, its tables up to date. */
export async function embeddedDatabase(client: PGlite): Promise<Database> {
  const orm = drizzle({ client, schema });
  await migrate(orm, { migrationsFolder });
  const listeners: ((text: string | null) => void)[] = [];
  return {
    kind: 'embedded',
    query: orm as unknown as Queries,
    transaction: (run) => orm.transaction((queries) => run(queries as unknown as Queries)),
    exclusively: (run) => run(),
    async notify(text) {
      for (const listener of listeners) listener(text);
    },
    onNotice: (listener) => void listeners.push(listener),
    close: () => client.close(),
  };
}
