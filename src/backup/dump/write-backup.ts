import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { Database, Queries } from '#database/database.ts';
import { countRows, dumpRows } from '#database/dump-rows.ts';
import { latestMigration } from '#database/migrations.ts';
import type { FileStore } from '#platform/storage/file-store.ts';
import type { BackupReport } from '../contract.ts';
import type { ReportProgress } from '../data-job-contract.ts';
import { listFileKeys } from './compare-files.ts';
import { type WriteLine, writeJsonLines } from './json-lines-file.ts';

type RowHash = ReturnType<typeof createRowHash>;

const modulus = 1n << 256n;

/** A sum of digests, so that the order of the rows does not matter. */
export function createRowHash() {
  let sum = 0n;
  let rows = 0;
  return {
    add(row: { table: string; row: object }): void {
      const digest = createHash('sha256').update(JSON.stringify(row)).digest('hex');
      sum = (sum + BigInt(`0x${digest}`)) % modulus;
      rows += 1;
    },
    result: () => ({ rows, hash: sum.toString(16).padStart(64, '0') }),
  };
}

export interface BackupDeps {
  database: Pick<Database, 'kind' | 'query' | 'transaction'>;
  files: Pick<FileStore, 'get' | 'put'>;
  now(): number;
}

export const rowsPerReport = 100;

/** Files never change once they have a row, so they can be read after the transaction. */
export async function writeBackup(
  deps: BackupDeps,
  path: string,
  onProgress?: ReportProgress,
): Promise<BackupReport> {
  const hash = createRowHash();
  let report = { files: 0, missingFiles: 0 };
  await writeJsonLines(path, async (writeLine) => {
    await writeHead(deps, writeLine);
    const keys = await deps.database.transaction(async (queries) => {
      // One snapshot for all tables; timestamps in UTC regardless of the time zone of the server.
      await queries.execute(sql`set transaction isolation level repeatable read`);
      await queries.execute(sql`set local time zone 'UTC'`);
      return writeRows(writeLine, { queries, hash, onProgress });
    });
    report = await writeFiles(deps, writeLine, keys, onProgress);
    await writeLine({ rows: hash.result() });
  });
  const { rows, hash: rowHash } = hash.result();
  return { rows, rowHash, ...report };
}

/** Writes the files, which can take minutes, so that `finish` is fast while all tables are locked. */
export async function startBackup(deps: BackupDeps, path: string, onProgress?: ReportProgress) {
  const started = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<Queries>();
  locked.promise.catch(() => undefined); // not awaited if writing the files fails
  const written = writeJsonLines(path, async (writeLine) => {
    await writeHead(deps, writeLine);
    const keys = new Set<string>();
    for await (const { table, row } of dumpRows(deps.database.query, Object.keys(listFileKeys)))
      for (const key of listFileKeys[table]?.(row) ?? []) keys.add(key);
    await writeFiles(deps, writeLine, [...keys], onProgress);
    started.resolve();
    const hash = createRowHash();
    const allKeys = await writeRows(writeLine, { queries: await locked.promise, hash, onProgress });
    const newKeys = allKeys.filter((key) => !keys.has(key));
    await writeFiles(deps, writeLine, newKeys, onProgress);
    await writeLine({ rows: hash.result() });
  });
  written.catch(() => undefined); // awaited below or in `finish`
  await Promise.race([started.promise, written]);
  return {
    /** Adds the rows that `queries` reads, and files that are new; then the file is complete. */
    finish(queries: Queries): Promise<void> {
      locked.resolve(queries);
      return written;
    },
    /** Ends without the rows, and deletes the file unless it has been renamed. */
    async cancel(): Promise<void> {
      locked.reject(new Error('cancelled'));
      await written.catch(() => undefined);
      await rm(path, { force: true });
    },
  };
}

async function writeHead({ now }: BackupDeps, writeLine: WriteLine): Promise<void> {
  await writeLine({
    unspool: 'backup',
    version: 1,
    migration: latestMigration().tag,
    at: new Date(now()).toISOString(),
  });
}

interface RowsOptions {
  queries: Queries;
  hash: RowHash;
  onProgress: ReportProgress | undefined;
}

/** Returns the keys of the rows' files. */
async function writeRows(
  writeLine: WriteLine,
  { queries, hash, onProgress }: RowsOptions,
): Promise<string[]> {
  const keys: string[] = [];
  const total = onProgress ? await countRows(queries) : 0;
  let done = 0;
  for await (const row of dumpRows(queries)) {
    hash.add(row);
    if (done % rowsPerReport === 0) onProgress?.({ step: 'rows', done, total });
    done += 1;
    keys.push(...(listFileKeys[row.table]?.(row.row) ?? []));
    await writeLine(row);
  }
  return keys;
}

async function writeFiles(
  { files }: BackupDeps,
  writeLine: WriteLine,
  keys: readonly string[],
  onProgress?: ReportProgress,
): Promise<Pick<BackupReport, 'files' | 'missingFiles'>> {
  const report = { files: 0, missingFiles: 0 };
  for (const [index, key] of keys.entries()) {
    onProgress?.({ step: 'files', done: index, total: keys.length });
    const bytes = await files.get(key);
    if (bytes) await writeLine({ file: key, bytes: Buffer.from(bytes).toString('base64') });
    if (bytes) report.files += 1;
    else report.missingFiles += 1;
  }
  return report;
}
