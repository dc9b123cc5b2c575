import { existsSync } from 'node:fs';
import { copyFile, link, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import {
  CorruptFileError,
  parseJsonLine,
  readGzipLines,
  writeAtomically,
  writeGzipLines,
} from '#platform/storage/atomic-file.ts';
import { createFolder, flush } from '#platform/storage/flush.ts';
import type { Database } from '../database.ts';
import { type DumpedRow, dumpRows, insertRow, tableNames } from '../dump-rows.ts';

const maxSnapshots = 7;
const namePattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.jsonl\.gz$/;
/** In the folder of the database, so that an older copy of it names an older snapshot. */
const recordName = 'newest-snapshot';
/** A fixed name, so that the next snapshot overwrites the file of a killed process. */
const unfinishedName = 'unfinished.new';
const endLine = '{"end":true}';

/** Later than all others, and than the record, also after the clock was set back. */
export async function createSnapshotName(
  dataDir: string,
  folder: string,
  now: () => number,
): Promise<string> {
  const [listed = ''] = await listSnapshots(folder);
  const recorded = (await readRecord(dataDir)) ?? '';
  const newestTime = Math.max(parseTime(listed), parseTime(recorded));
  const time = new Date(Math.max(now(), newestTime + 1));
  return `${time.toISOString().replace(/[-:.]/g, '')}.jsonl.gz`;
}

/** 0 for another name. */
function parseTime(name: string): number {
  return Date.parse(name.replace(namePattern, '$1-$2-$3T$4:$5:$6.$7Z')) || 0;
}

export async function writeSnapshot(database: Database, folder: string, name: string): Promise<void> {
  await writeGzipLines(join(folder, name), { tempPath: join(folder, unfinishedName) }, (write) =>
    database.transaction(async (queries) => {
      await queries.execute(sql`set transaction isolation level repeatable read`);
      for await (const row of dumpRows(queries)) await write(JSON.stringify(row));
      await write(endLine);
    }),
  );
  await removeOldSnapshots(folder);
}

async function removeOldSnapshots(folder: string): Promise<void> {
  const old = (await listSnapshots(folder)).slice(maxSnapshots);
  await Promise.all(old.map((name) => rm(join(folder, name))));
}

/** Call it before the snapshot gets its name. */
export async function recordSnapshot(dataDir: string, name: string): Promise<void> {
  const path = join(dataDir, recordName);
  const tempPath = `${path}.new`;
  await writeAtomically(path, tempPath, async () => {
    await using file = await open(tempPath, 'w', 0o600);
    await file.writeFile(name);
    await file.sync();
  });
}

/** Those that were written after the files in `dataDir` were copied. Newest first. */
export async function listNewerSnapshots(dataDir: string, folder: string): Promise<string[]> {
  const recorded = await readRecord(dataDir);
  return recorded === null ? [] : (await listSnapshots(folder)).filter((name) => name > recorded);
}

/** null: no snapshot was written since the update to the first version with a record. */
async function readRecord(dataDir: string): Promise<string | null> {
  try {
    return await readFile(join(dataDir, recordName), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Gives them another name in `keptFolder`, where later snapshots of other rows don't replace them. */
export async function keepSnapshots(
  folder: string,
  names: readonly string[],
  keptFolder: string,
): Promise<void> {
  await createFolder(keptFolder, 0o700);
  for (const name of names) await linkOrCopy(join(folder, name), join(keptFolder, name));
  await flush(keptFolder);
  await removeOldSnapshots(keptFolder);
}

/** A link needs no space, but not every file system has them. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  if (existsSync(to)) return;
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to);
    await flush(to);
  }
}

/** Returns the name of the newest intact one, or null. */
export async function restoreLatestSnapshot(database: Database, folder: string): Promise<string | null> {
  for (const name of await listSnapshots(folder)) {
    try {
      await restore(database, join(folder, name));
      return name;
    } catch (error) {
      if (!(error instanceof CorruptFileError)) throw error;
    }
  }
  return null;
}

function restore(database: Database, path: string): Promise<void> {
  return database.transaction(async (queries) => {
    for (const table of tableNames) await queries.execute(sql`delete from ${sql.identifier(table)}`);
    for await (const line of readGzipLines(path)) {
      if (line === endLine) return;
      await insertRow(queries, parseJsonLine(line) as DumpedRow);
    }
    throw new CorruptFileError('the snapshot is truncated');
  });
}

/** Newest first. */
export async function listSnapshots(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder))
      .filter((name) => namePattern.test(name))
      .sort()
      .reverse();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

interface SnapshotScheduleOptions {
  database: Database;
  dataDir: string;
  folder: string;
  now(): number;
  onError(error: unknown): void;
  maintain(): Promise<void>;
  settleMs?: number;
  maxDelayMs?: number;
}

export function scheduleSnapshots({
  database,
  dataDir,
  folder,
  now,
  onError,
  maintain,
  settleMs = 30_000,
  maxDelayMs = 300_000,
}: SnapshotScheduleOptions) {
  let timer: NodeJS.Timeout | null = null;
  let firstChange = 0;
  let lastWrite = Promise.resolve();

  function write(): Promise<void> {
    timer = null;
    lastWrite = lastWrite
      .then(maintain)
      .then(async () => {
        const name = await createSnapshotName(dataDir, folder, now);
        await recordSnapshot(dataDir, name);
        await writeSnapshot(database, folder, name);
      })
      .catch(onError);
    return lastWrite;
  }

  return {
    recordChange() {
      if (timer) clearTimeout(timer);
      else firstChange = now();
      const remainingMs = Math.max(0, firstChange + maxDelayMs - now());
      timer = setTimeout(write, Math.min(settleMs, remainingMs));
      timer.unref();
    },
    stop() {
      if (timer) clearTimeout(timer);
      return write();
    },
  };
}
