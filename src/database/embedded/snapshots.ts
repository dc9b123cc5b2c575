import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Database, Queries } from '../database.ts';
import { type DumpedRow, dumpRows, insertRow, tableNames } from '../dump-rows.ts';

const maxSnapshots = 7;
const namePattern = /^\d{8}T\d{9}Z\.jsonl\.gz$/;
/** A fixed name, so that the next snapshot overwrites the file of a killed process. */
const unfinishedName = 'unfinished.new';
const endLine = '{"end":true}';

/** Flushes to disk, which PGlite never does. */
export async function writeSnapshot(database: Database, folder: string, now: () => number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${new Date(now()).toISOString().replace(/[-:.]/g, '')}.jsonl.gz`);
  const unfinished = join(folder, unfinishedName);
  await database
    .transaction(async (queries) => {
      await queries.execute(sql`set transaction isolation level repeatable read`);
      await pipeline(
        Readable.from(dumpLines(queries)),
        createGzip(),
        createWriteStream(unfinished, { mode: 0o600, flush: true }),
      );
    })
    .catch(async (error) => {
      await rm(unfinished, { force: true });
      throw error;
    });
  await rename(unfinished, path);
  await flushFolder(folder);
  const old = (await listSnapshots(folder)).slice(maxSnapshots);
  await Promise.all(old.map((name) => rm(join(folder, name))));
}

async function* dumpLines(queries: Queries): AsyncGenerator<string> {
  for await (const row of dumpRows(queries)) yield `${JSON.stringify(row)}\n`;
  yield `${endLine}\n`;
}

export async function restoreLatestSnapshot(database: Database, folder: string): Promise<string | null> {
  for (const name of await listSnapshots(folder)) {
    const result = await restore(database, join(folder, name));
    if (result.ok) return name;
  }
  return null;
}

class BrokenSnapshotError extends Error {}

async function restore(database: Database, path: string): Promise<Result<null, BrokenSnapshotError>> {
  try {
    await database.transaction(async (queries) => {
      for (const table of tableNames) await queries.execute(sql`delete from ${sql.identifier(table)}`);
      for await (const row of readRows(path)) await insertRow(queries, row);
    });
    return ok(null);
  } catch (error) {
    if (error instanceof BrokenSnapshotError) return fail(error);
    throw error;
  }
}

async function* readRows(path: string): AsyncGenerator<DumpedRow> {
  const text = createReadStream(path).pipe(createGunzip()).setEncoding('utf8');
  let remainder = '';
  try {
    for await (const chunk of text) {
      const lines = `${remainder}${chunk}`.split('\n');
      remainder = lines.pop() ?? '';
      for (const line of lines) {
        if (line === endLine) return;
        yield parseLine(line);
      }
    }
  } catch (cause) {
    if (!isDecompressionError(cause)) throw cause;
    throw new BrokenSnapshotError('cannot decompress the snapshot', { cause });
  }
  throw new BrokenSnapshotError('the snapshot is truncated');
}

function isDecompressionError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('Z_');
}

function parseLine(line: string): DumpedRow {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new BrokenSnapshotError('invalid line in the snapshot', { cause });
  }
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

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
