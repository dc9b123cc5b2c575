import { sql } from 'drizzle-orm';
import { isDataOrConstraintError } from '#database/data-errors.ts';
import type { Queries } from '#database/database.ts';
import { type DumpedRow, dumpRows, insertRow, tableNames } from '#database/dump-rows.ts';
import { latestMigration, readMigrations } from '#database/migrations.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { CorruptFileError } from '#platform/storage/atomic-file.ts';
import { isFileKey } from '#platform/storage/file-store.ts';
import type { BackupReport, RestoreError } from './contract.ts';
import { readJsonLines } from './dump/json-lines-file.ts';
import { type BackupDeps, createRowHash, writeBackup } from './dump/write-backup.ts';

interface RestoreOptions {
  path: string;
  /** Where to back up existing rows first; null fails if there are any. */
  replacedBackupPath: string | null;
}

interface Head {
  migration: string;
  rows: { rows: number; hash: string };
  files: number;
  /** Whether all tables exist here; a newer version may have others. */
  isWritable: boolean;
}

/** Replaces all rows in one transaction and compares their hash. Only adds files. */
export async function restoreBackup(
  deps: BackupDeps,
  { path, replacedBackupPath }: RestoreOptions,
): Promise<Result<BackupReport, RestoreError>> {
  const head = await readHead(path);
  if (!head.ok) return head;
  if (!readMigrations().some(({ tag }) => tag === head.value.migration))
    return fail({ code: 'backup.newer' });
  if (!head.value.isWritable) return fail({ code: 'backup.damaged' });
  const isInUse = await hasRows(deps.database.query);
  if (isInUse && replacedBackupPath === null) return fail({ code: 'database.in_use' });
  if (isInUse && replacedBackupPath !== null) await writeBackup(deps, replacedBackupPath);

  for await (const { file, bytes } of readJsonLines(path)) {
    if (typeof file === 'string') await deps.files.put(file, Buffer.from(String(bytes), 'base64'));
  }
  const { rows, hash } = head.value.rows;
  const isCurrentVersion = head.value.migration === latestMigration().tag;
  const mismatch = new Error('restored rows differ from the backup');
  try {
    await deps.database.transaction(async (queries) => {
      await queries.execute(sql`set local time zone 'UTC'`);
      const names = tableNames.map((name) => sql.identifier(name));
      await queries.execute(sql`truncate ${sql.join(names, sql`, `)} cascade`);
      for await (const line of readJsonLines(path)) {
        if (typeof line.table === 'string') await insertRow(queries, line as unknown as DumpedRow);
      }
      const restoredHash = createRowHash();
      for await (const row of dumpRows(queries)) restoredHash.add(row);
      const result = restoredHash.result();
      // Rows from an older version have gained columns, so their hash differs.
      if (result.rows !== rows || (isCurrentVersion && result.hash !== hash)) throw mismatch;
    });
  } catch (error) {
    if (error === mismatch) return fail({ code: 'database.different', cause: error });
    if (isDataOrConstraintError(error)) return fail({ code: 'backup.damaged', cause: error });
    throw error;
  }
  return ok({ rows, rowHash: hash, files: head.value.files, missingFiles: 0 });
}

/** Reads the whole file, so that a damaged one is rejected before anything changes. */
async function readHead(path: string): Promise<Result<Head, RestoreError>> {
  let migration: unknown;
  let rows: unknown;
  let files = 0;
  let isWritable = true;
  try {
    for await (const line of readJsonLines(path)) {
      isWritable &&= isWritableLine(line);
      if (line.unspool === 'backup' && line.version === 1) migration = line.migration;
      if (line.rows !== undefined && line.table === undefined) rows = line.rows;
      if (line.file !== undefined) files += 1;
    }
  } catch (cause) {
    if (cause instanceof CorruptFileError) return fail({ code: 'backup.damaged', cause });
    throw cause;
  }
  if (typeof migration !== 'string' || typeof rows !== 'object' || rows === null)
    return fail({ code: 'backup.damaged' });
  return ok({ migration, rows: rows as Head['rows'], files, isWritable });
}

function isWritableLine({ table, row, file, bytes }: Record<string, unknown>): boolean {
  if (table !== undefined) {
    const isRow =
      typeof row === 'object' && row !== null && !Array.isArray(row) && Object.keys(row).length > 0;
    return isRow && tableNames.includes(String(table));
  }
  return file === undefined || (typeof file === 'string' && isFileKey(file) && typeof bytes === 'string');
}

async function hasRows(queries: Queries): Promise<boolean> {
  for (const table of tableNames) {
    if (table === 'installation') continue;
    const [row] = await queries
      .select({ found: sql<number>`1` })
      .from(sql`${sql.identifier(table)}`)
      .limit(1);
    if (row) return true;
  }
  return false;
}
