import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { fail, ok, type Result } from '#platform/result.ts';
import { mendOfFolder, unwritableCode } from '#platform/unwritable.ts';
import { attendEngine, type EngineHome } from './attend-engine.ts';
import type { Database, DatabaseError, DatabaseWatch, Queries } from './connect.ts';
import { guardFolder } from './guard-folder.ts';
import { keepSnapshots } from './keep-snapshots.ts';
import { type FolderLock, lockFolder } from './lock-folder.ts';
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
  const lock = claim(folder, watch);
  if (!lock.ok) return lock;
  const dataDir = join(folder, 'postgres');
  const home: EngineHome = {
    fault: guardFolder(folder, watch.onTrouble),
    reopen: () => startEngine({ dataDir }),
    copy: (engine) => copyInMemory(engine, dataDir, watch),
  };
  try {
    const database = await openOrRestore(folder, watch, home);
    const snapshots = keepSnapshots({
      database,
      folder: join(folder, 'snapshots'),
      ...watch,
      tidy: () => tidyTables(database),
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
    const mend = `The database in ${folder} does not open, and no snapshot in it can be restored. Make room if the disk is full; else put a copy of the folder back, or move it away to start anew.`;
    return fail({ code: 'folder.unreadable', mend, cause });
  }
}

/**
 * This engine does not do so by itself, and without its statistics a search reads every row. One table after another:
 * all at once they would hold the process as long as all of them take.
 */
async function tidyTables({ executeSql }: Database): Promise<void> {
  const { rows } = await executeSql(
    "select c.oid::regclass::text as name from pg_class c where c.relkind in ('r', 'm') and c.relpersistence = 'p' order by c.oid",
  );
  for (const { name } of rows as { name: string }[]) {
    await executeSql(`vacuum (analyze, skip_database_stats) ${name}`);
  }
  await executeSql('vacuum (only_database_stats)');
}

/** A copy needs about twice its size for a moment. Larger ones are read on the disk, as long as that goes well. */
const copyBytesMax = 512 * 1024 * 1024;

async function copyInMemory(
  engine: PGlite,
  dataDir: string,
  { onTrouble }: DatabaseWatch,
): Promise<PGlite | null> {
  try {
    if (bytesIn(dataDir) > copyBytesMax) return null;
    return await startEngine({ loadDataDir: await engine.dumpDataDir('none') });
  } catch (error) {
    onTrouble(new Error('the database could not be copied into memory', { cause: error }));
    return null;
  }
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** The folder, made where there is none, for this process alone. */
function claim(folder: string, { now, onTrouble }: DatabaseWatch): Result<FolderLock, DatabaseError> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    assertOurs(folder);
    const lock = lockFolder(folder, now, onTrouble);
    if (lock.ok) return lock;
    const { pid, host } = lock.error;
    const mend = `Another process (${pid} on ${host}) uses the database in ${folder}. Stop it, give this one a DATA_DIR of its own, or use PostgreSQL through DATABASE_URL.`;
    return fail({ code: 'folder.locked', mend });
  } catch (cause) {
    const code = unwritableCode(cause) ?? inTheWay(cause);
    if (code === null) throw cause;
    const mend = mendOfFolder(folder, code);
    return fail({ code: 'folder.unreadable', mend, cause });
  }
}

/** Files of somebody else are not damaged: a snapshot must not take their place. */
function assertOurs(folder: string): void {
  const control = join(folder, 'postgres', 'global', 'pg_control');
  if (existsSync(join(folder, 'postgres')))
    accessSync(join(folder, 'postgres'), constants.W_OK | constants.X_OK);
  if (existsSync(control)) accessSync(control, constants.R_OK | constants.W_OK);
}

/** A file where a folder is to be, or a place where none can be made. */
function inTheWay(error: unknown): string | null {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENOTDIR', 'EEXIST', 'ENOENT'].includes(code) ? code : null;
}

/** Where the engine's files do not open (a power cut can do that), the newest snapshot takes their place. */
async function openOrRestore(
  folder: string,
  { now, onTrouble, emptyFiles }: DatabaseWatch,
  home: EngineHome,
): Promise<Database> {
  const dataDir = join(folder, 'postgres');
  const snapshots = join(folder, 'snapshots');
  const hasSnapshots = (await listSnapshots(snapshots)).length > 0;
  // Without files, an engine would make an empty database where there was one with rows.
  const isGone = hasSnapshots && !existsSync(dataDir);
  try {
    if (isGone) throw new Error('the files are gone');
    return await embeddedDatabase(await startEngine({ dataDir }), home);
  } catch (error) {
    if (!hasSnapshots) throw error;
    onTrouble(new Error('the database did not open; its newest snapshot is restored', { cause: error }));
  }
  const restored = `${dataDir}-restored`;
  await restoreInto(restored, snapshots, emptyFiles);
  if (!isGone) renameSync(dataDir, `${dataDir}-damaged-${now()}`);
  renameSync(restored, dataDir);
  return embeddedDatabase(await startEngine({ dataDir }), home);
}

/** A new database of the newest snapshot, whole or not at all: the disk may be full, and the old files be sound. */
async function restoreInto(dataDir: string, snapshots: string, emptyFiles?: Blob): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true });
  try {
    const engine = await startEngine({ dataDir, ...(emptyFiles && { loadDataDir: emptyFiles }) });
    const database = await embeddedDatabase(engine);
    const name = await restoreNewest(database, snapshots);
    await database.close();
    if (name === null) throw new Error('no snapshot is whole');
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** The engine is loaded only where it is used: with PostgreSQL the process stays small. */
export async function startEngine(options: PGliteOptions): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  return PGlite.create({ postgresqlconf: settings, ...options });
}

/** A started engine as our database, its tables up to date. Without a home its rows are in memory. */
export async function embeddedDatabase(engine: PGlite, home: EngineHome | null = null): Promise<Database> {
  await migrate(drizzle({ client: engine }), { migrationsFolder });
  const client = attendEngine(engine, home);
  const orm = drizzle({ client: client as PGlite, schema });
  const listeners: ((text: string | null) => void)[] = [];
  return {
    kind: 'embedded',
    query: orm as unknown as Queries,
    transaction: (run) => orm.transaction((queries) => run(queries as unknown as Queries)),
    async executeSql(text, values) {
      if (values && values.length > 0) return client.query(text, values);
      // There is one session for all: a transaction that is left open by an error would be everybody's.
      const results = /^\s*begin\b/i.test(text)
        ? await client.transaction((own) => own.exec(text))
        : await client.exec(text);
      return { rows: results.flatMap((result) => result.rows) };
    },
    exclusively: (run) => run(),
    async notify(text) {
      for (const listener of listeners) listener(text);
    },
    onNotice: (listener) => void listeners.push(listener),
    // In this very process: it is there as long as we are.
    answers: () => true,
    close: () => client.close(),
  };
}
