import { accessSync, constants, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { fail, ok, type Result } from '#platform/result.ts';
import { createFolder, flush, flushTree } from '#platform/storage/flush.ts';
import { type FolderLock, lockFolder } from '#platform/storage/folder-lock.ts';
import { storageUnavailableCode, unavailableFolderHint } from '#platform/storage/storage-errors.ts';
import type { Database, DatabaseDeps, DatabaseError, Queries } from '../database.ts';
import { limitLog } from '../limit-log.ts';
import { migrationsFolder } from '../migrations.ts';
import * as schema from '../schema.ts';
import { copyEmptyDatabase } from './empty-database.ts';
import { createGuardedPglite, createStorageCheck, type GuardedPgliteDeps } from './guarded-pglite.ts';
import { lockedFolderHint } from './locked-folder-hint.ts';
import {
  keepSnapshots,
  listNewerSnapshots,
  listSnapshots,
  recordSnapshot,
  restoreLatestSnapshot,
  scheduleSnapshots,
} from './snapshots.ts';
import { startPglite } from './start-pglite.ts';

const logCheckIntervalMs = 30_000;

export async function openEmbedded(
  folder: string,
  deps: DatabaseDeps,
): Promise<Result<Database, DatabaseError>> {
  const lock = await acquireFolder(folder, deps);
  if (!lock.ok) return lock;
  const dataDir = join(folder, 'postgres');
  const checkStorage = createStorageCheck(folder, deps.onError);
  const pgliteDeps: GuardedPgliteDeps = {
    checkStorage,
    reopen: () => startPglite({ dataDir }),
    copy: (engine) => copyInMemory(engine, dataDir, deps),
    onError: deps.onError,
  };
  try {
    const database = await openOrRestore(folder, deps, pgliteDeps);
    const snapshots = scheduleSnapshots({
      database,
      dataDir,
      folder: join(folder, 'snapshots'),
      ...deps,
      async maintain() {
        // PostgreSQL allows it even in a read-only session.
        const storageError = checkStorage();
        if (storageError) throw storageError;
        await vacuumTables(database);
      },
    });
    const checkLog = () => void limitLog(database.query, checkStorage).catch(deps.onError);
    const logChecks = setInterval(checkLog, logCheckIntervalMs).unref();
    return ok({
      ...database,
      async notify(text) {
        snapshots.recordChange();
        await database.notify(text);
      },
      async close() {
        clearInterval(logChecks);
        await snapshots.stop();
        await database.close();
        lock.value.release();
      },
    });
  } catch (cause) {
    lock.value.release();
    const hint = `The database in ${folder} cannot be opened, and none of its snapshots can be restored. If the disk is full, free some space. Otherwise restore a copy of the folder, or move it away to start with an empty database.`;
    return fail({ code: 'folder.unreadable', hint, cause });
  }
}

/** PGlite has no autovacuum. One table at a time, because each statement blocks the process. */
async function vacuumTables({ executeSql }: Database): Promise<void> {
  const { rows } = await executeSql(
    "select c.oid::regclass::text as name from pg_class c where c.relkind in ('r', 'm') and c.relpersistence = 'p' order by c.oid",
  );
  for (const { name } of rows as { name: string }[]) {
    await executeSql(`vacuum (analyze, skip_database_stats) ${name}`);
  }
  await executeSql('vacuum (only_database_stats)');
}

/** A copy briefly needs twice its size. */
const maxCopyBytes = 512 * 1024 * 1024;

async function copyInMemory(
  engine: PGlite,
  dataDir: string,
  { onError }: DatabaseDeps,
): Promise<PGlite | null> {
  try {
    if (getFolderSize(dataDir) > maxCopyBytes) return null;
    return await startPglite({ loadDataDir: await engine.dumpDataDir('none') });
  } catch (error) {
    onError(new Error('cannot copy the database into memory', { cause: error }));
    return null;
  }
}

function getFolderSize(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

async function acquireFolder(
  folder: string,
  { now, onError }: DatabaseDeps,
): Promise<Result<FolderLock, DatabaseError>> {
  try {
    await createFolder(folder, 0o700);
    assertAccessible(folder);
    // PGlite doesn't lock its folder, and two processes on one folder silently lose rows.
    const lock = lockFolder(folder, { now, onError });
    if (lock.ok) return lock;
    return fail({ code: 'folder.locked', hint: lockedFolderHint(folder, lock.error) });
  } catch (cause) {
    const code = storageUnavailableCode(cause) ?? toPathErrorCode(cause);
    if (code === null) throw cause;
    const hint = unavailableFolderHint(folder, code);
    return fail({ code: 'folder.unreadable', hint, cause });
  }
}

/** Files of another user aren't damaged: a snapshot must not replace them. */
function assertAccessible(folder: string): void {
  const controlFile = join(folder, 'postgres', 'global', 'pg_control');
  if (existsSync(join(folder, 'postgres')))
    accessSync(join(folder, 'postgres'), constants.W_OK | constants.X_OK);
  if (existsSync(controlFile)) accessSync(controlFile, constants.R_OK | constants.W_OK);
}

function toPathErrorCode(error: unknown): string | null {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENOTDIR', 'EEXIST', 'ENOENT'].includes(code) ? code : null;
}

async function openOrRestore(
  folder: string,
  { now, onError, emptyDatabase }: DatabaseDeps,
  pgliteDeps: GuardedPgliteDeps,
): Promise<Database> {
  const dataDir = join(folder, 'postgres');
  const snapshots = join(folder, 'snapshots');
  const hasSnapshots = (await listSnapshots(snapshots)).length > 0;
  // Without files, PGlite would silently create an empty database.
  const isMissing = hasSnapshots && !existsSync(dataDir);
  const openFiles = async () => {
    const engine = await startDataDir(dataDir, emptyDatabase);
    const database = await createEmbeddedDatabase(engine, pgliteDeps).catch(async (error: unknown) => {
      // Two engines would write to the same files.
      await engine.close().catch(onError);
      throw error;
    });
    await reportOlderFiles(dataDir, snapshots, onError).catch(onError);
    return database;
  };
  if (!hasSnapshots) return openFiles();
  try {
    if (isMissing) throw new Error('the database files are missing');
    return await openFiles().catch(async (error: unknown) => {
      // The disk may have failed only once, and the files are newer than any snapshot.
      const database = await openFiles();
      onError(codedError('files.reopened', 'the database opened only at the second attempt', error));
      return database;
    });
  } catch (error) {
    onError(codedError('files.restored', 'cannot open the database, restoring the newest snapshot', error));
  }
  const restored = `${dataDir}-restored`;
  await restoreDataDir(restored, snapshots, emptyDatabase);
  if (!isMissing) renameSync(dataDir, `${dataDir}-damaged-${now()}`);
  renameSync(restored, dataDir);
  await flush(folder);
  return createEmbeddedDatabase(await startPglite({ dataDir }), pgliteDeps);
}

/** Somebody has put back an older copy of the files alone. Reported at each start until the folder is removed. */
async function reportOlderFiles(
  dataDir: string,
  snapshots: string,
  onError: DatabaseDeps['onError'],
): Promise<void> {
  const keptFolder = `${snapshots}-newer`;
  const newer = await listNewerSnapshots(dataDir, snapshots);
  if (newer.length > 0 || existsSync(keptFolder))
    onError(codedError('files.older', 'the database files are older than a snapshot'));
  if (newer.length > 0) await keepSnapshots(snapshots, newer, keptFolder);
}

/** The log has the code, not the message. */
function codedError(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code });
}

async function startDataDir(dataDir: string, emptyDatabase: string | undefined): Promise<PGlite> {
  const needsInitdb = !existsSync(dataDir) && !(await copyEmptyDatabase(dataDir, emptyDatabase));
  // The process that gave the folder its name may have been killed before it flushed that.
  if (!needsInitdb) await flush(dirname(dataDir));
  const engine = await startPglite({ dataDir });
  if (!needsInitdb) return engine;
  try {
    await flushTree(dataDir);
    await flush(dirname(dataDir));
  } catch (error) {
    // Two engines would write to the same files.
    await engine.close();
    throw error;
  }
  return engine;
}

/** All or nothing: the disk may be full and the old files intact. */
async function restoreDataDir(
  dataDir: string,
  snapshots: string,
  emptyDatabase: string | undefined,
): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true });
  try {
    const database = await createEmbeddedDatabase(await startDataDir(dataDir, emptyDatabase));
    const name = await restoreLatestSnapshot(database, snapshots);
    await database.close();
    if (name === null) throw new Error('no intact snapshot');
    const [newest = name] = await listSnapshots(snapshots);
    await recordSnapshot(dataDir, newest);
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

export async function createEmbeddedDatabase(
  engine: PGlite,
  pgliteDeps: GuardedPgliteDeps | null = null,
): Promise<Database> {
  await migrate(drizzle({ client: engine }), { migrationsFolder });
  const client = createGuardedPglite(engine, pgliteDeps);
  const orm = drizzle({ client: client as PGlite, schema });
  const listeners: ((text: string | null) => void)[] = [];
  const locks = new Set<string>();
  return {
    kind: 'embedded',
    query: orm as unknown as Queries,
    transaction: (run) => orm.transaction((queries) => run(queries as unknown as Queries)),
    async executeSql(text, values) {
      if (values && values.length > 0) return client.query(text, values);
      // With one session, a transaction left open by an error would affect every query.
      const results = /^\s*begin\b/i.test(text)
        ? await client.transaction((tx) => tx.exec(text))
        : await client.exec(text);
      return { rows: results.flatMap((result) => result.rows) };
    },
    withExclusiveLock: (run) => run(),
    // No other process can open the folder.
    async tryLock(lock) {
      if (locks.has(lock)) return null;
      locks.add(lock);
      return async () => void locks.delete(lock);
    },
    async notify(text) {
      for (const listener of listeners) listener(text);
    },
    onNotification: (listener) => void listeners.push(listener),
    isHealthy: () => true,
    close: () => client.close(),
  };
}
