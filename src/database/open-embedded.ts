import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { createBreath } from '#platform/breathe.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Database, DatabaseError, DatabaseWatch, Queries } from './connect.ts';
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
    const mend = `The database in ${folder} does not open, and no snapshot in it can be restored. Make room if the disk is full; else put a copy of the folder back, or move it away to start anew.`;
    return fail({ code: 'folder.unreadable', mend, cause });
  }
}

const unwritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST']);

/** The folder, made where there is none, for this process alone. */
function claim(folder: string, { now, onTrouble }: DatabaseWatch): Result<FolderLock, DatabaseError> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = lockFolder(folder, now, onTrouble);
    if (lock.ok) return lock;
    const { pid, host } = lock.error;
    const mend = `Another process (${pid} on ${host}) uses the database in ${folder}. Stop it, give this one a DATA_DIR of its own, or use PostgreSQL through DATABASE_URL.`;
    return fail({ code: 'folder.locked', mend });
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (!unwritable.has(code)) throw cause;
    const mend = `The folder ${folder} can't be written (${code}). Give this process the right to, make room on the disk, or choose another folder with DATA_DIR.`;
    return fail({ code: 'folder.unreadable', mend, cause });
  }
}

/** Where the engine's files do not open (a power cut can do that), the newest snapshot takes their place. */
async function openOrRestore(folder: string, { now, onTrouble }: DatabaseWatch): Promise<Database> {
  const dataDir = join(folder, 'postgres');
  const snapshots = join(folder, 'snapshots');
  const hasSnapshots = (await listSnapshots(snapshots)).length > 0;
  // Without files, an engine would make an empty database where there was one with rows.
  const isGone = hasSnapshots && !existsSync(dataDir);
  try {
    if (isGone) throw new Error('the files are gone');
    return await embeddedDatabase(await startEngine({ dataDir }));
  } catch (error) {
    if (!hasSnapshots) throw error;
    onTrouble(new Error('the database did not open; its newest snapshot is restored', { cause: error }));
  }
  const restored = `${dataDir}-restored`;
  await restoreInto(restored, snapshots);
  if (!isGone) renameSync(dataDir, `${dataDir}-damaged-${now()}`);
  renameSync(restored, dataDir);
  return embeddedDatabase(await startEngine({ dataDir }));
}

/** A new database of the newest snapshot, whole or not at all: the disk may be full, and the old files be sound. */
async function restoreInto(dataDir: string, snapshots: string): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true });
  try {
    const database = await embeddedDatabase(await startEngine({ dataDir }));
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

/** The engine answers within the turn: the statements of one piece of work would keep all others from theirs. */
function breathing(client: PGlite): PGlite {
  const breathe = createBreath();
  const taking = <T extends Pick<PGlite, 'query' | 'exec'>>(one: T, more: Partial<T> = {}): T => {
    const query: PGlite['query'] = async (...asked) => {
      await breathe();
      return one.query(...asked);
    };
    const exec: PGlite['exec'] = async (...asked) => {
      await breathe();
      return one.exec(...asked);
    };
    return new Proxy(one, {
      get(target, name) {
        const own = { query, exec, ...more }[name as 'query'] ?? Reflect.get(target, name);
        return typeof own === 'function' ? own.bind(target) : own;
      },
    });
  };
  return taking(client, {
    transaction: (run) => client.transaction((own) => run(taking(own))),
  });
}

/** A started engine as our database, its tables up to date. */
export async function embeddedDatabase(engine: PGlite): Promise<Database> {
  const client = breathing(engine);
  const orm = drizzle({ client, schema });
  await migrate(orm, { migrationsFolder });
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
