import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Database, DatabaseError, DatabaseWatch, Queries } from './connect.ts';
import { keepSnapshots } from './keep-snapshots.ts';
import { lockFolder } from './lock-folder.ts';
import { migrationsFolder } from './migrations-folder.ts';
import * as schema from './schema.ts';
import { listSnapshots, restoreNewest } from './snapshots.ts';

/** Little memory for one process; measured to serve a blog of 100,000 posts as well as the default. */
const settings = ['shared_buffers = 16MB'];

/** PostgreSQL inside this process, its files below `folder`. One process at a time. */
export async function openEmbedded(
  folder: string,
  watch: DatabaseWatch,
): Promise<Result<Database, DatabaseError>> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder, watch.now);
  if (!lock.ok) {
    const { pid, host } = lock.error;
    const mend = `Another process (${pid} on ${host}) uses the database in ${folder}. Stop it, give this one a DATA_DIR of its own, or use PostgreSQL through DATABASE_URL.`;
    return fail({ code: 'folder.locked', mend });
  }
  try {
    const database = await openOrRestore(folder, watch);
    const snapshots = keepSnapshots({
      database,
      folder: join(folder, 'snapshots'),
      ...watch,
      // This engine does not do so by itself, and without its statistics a search reads every row.
      tidy: async () => void (await database.query.execute('vacuum analyze')),
    });
    return ok({
      ...database,
      async notify(text) {
        snapshots.changed();
        await database.notify(text);
      },
      async close() {
        await snapshots.stop();
        await database.close();
        lock.value.release();
      },
    });
  } catch (cause) {
    lock.value.release();
    const mend = `The database in ${folder} does not open, and no snapshot in it can be restored. Put a copy of the folder back, or move it away to start anew.`;
    return fail({ code: 'folder.unreadable', mend, cause });
  }
}

/** Where the engine's files do not open (a power cut can do that), they are put aside and the newest snapshot is restored. */
async function openOrRestore(folder: string, { now, onTrouble }: DatabaseWatch): Promise<Database> {
  const dataDir = join(folder, 'postgres');
  const isNew = !existsSync(dataDir);
  try {
    return await embeddedDatabase(await startEngine({ dataDir }));
  } catch (error) {
    const snapshots = join(folder, 'snapshots');
    if (isNew || (await listSnapshots(snapshots)).length === 0) throw error;
    onTrouble(new Error('the database did not open; its newest snapshot is restored', { cause: error }));
    renameSync(dataDir, `${dataDir}-damaged-${now()}`);
    const database = await embeddedDatabase(await startEngine({ dataDir }));
    if ((await restoreNewest(database, snapshots)) !== null) return database;
    await database.close();
    throw error;
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
