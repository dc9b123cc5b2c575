import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import {
  CorruptFileError,
  parseJsonLine,
  readGzipLines,
  writeGzipLines,
} from '#platform/storage/atomic-file.ts';
import type { Database } from '../database.ts';
import { type DumpedRow, dumpRows, insertRow, tableNames } from '../dump-rows.ts';

const maxSnapshots = 7;
const namePattern = /^\d{8}T\d{9}Z\.jsonl\.gz$/;
/** A fixed name, so that the next snapshot overwrites the file of a killed process. */
const unfinishedName = 'unfinished.new';
const endLine = '{"end":true}';

export async function writeSnapshot(database: Database, folder: string, now: () => number): Promise<void> {
  const path = join(folder, `${new Date(now()).toISOString().replace(/[-:.]/g, '')}.jsonl.gz`);
  await writeGzipLines(path, { tempPath: join(folder, unfinishedName) }, (write) =>
    database.transaction(async (queries) => {
      await queries.execute(sql`set transaction isolation level repeatable read`);
      for await (const row of dumpRows(queries)) await write(JSON.stringify(row));
      await write(endLine);
    }),
  );
  const old = (await listSnapshots(folder)).slice(maxSnapshots);
  await Promise.all(old.map((name) => rm(join(folder, name))));
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
  folder: string;
  now(): number;
  onError(error: unknown): void;
  maintain(): Promise<void>;
  settleMs?: number;
  maxDelayMs?: number;
}

export function scheduleSnapshots({
  database,
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
      .then(() => writeSnapshot(database, folder, now))
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
