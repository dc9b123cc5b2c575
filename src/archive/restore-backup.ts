import { sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { type DumpedRow, dumpRows, loadRow } from '#database/dump-rows.ts';
import { latestMigration, migrations } from '#database/migrations-folder.ts';
import { isRefusedValue } from '#database/refused-value.ts';
import { tableNames } from '#database/tables.ts';
import { isFileKey } from '#platform/file-store.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { BackupReport, RestoreError } from './contract.ts';
import { DamagedFile, readLines } from './line-file.ts';
import { createRowHash } from './row-hash.ts';
import { type BackupTools, writeBackup } from './write-backup.ts';

interface RestoreOptions {
  path: string;
  /** Where what is there now is kept before it is replaced; null: a database with rows is left alone. */
  keepOldAt: string | null;
}

interface Head {
  migration: string;
  rows: { rows: number; hash: string };
  files: number;
  /** Whether all of it is of tables that are here: those of a newer version may not be. */
  isWritable: boolean;
}

/**
 * Puts a backup into a database whose tables are there, in one transaction, and compares what is in it then with the
 * hash of what was backed up. Files are only ever added. The backup is read whole before anything is touched.
 */
export async function restoreBackup(
  tools: BackupTools,
  { path, keepOldAt }: RestoreOptions,
): Promise<Result<BackupReport, RestoreError>> {
  const head = await readHead(path);
  if (!head.ok) return head;
  if (!migrations().some(({ tag }) => tag === head.value.migration)) return fail({ code: 'backup.newer' });
  if (!head.value.isWritable) return fail({ code: 'backup.damaged' });
  const isInUse = await hasRows(tools.database.query);
  if (isInUse && keepOldAt === null) return fail({ code: 'database.in_use' });
  if (isInUse && keepOldAt !== null) await writeBackup(tools, keepOldAt);

  for await (const { file, bytes } of linesOf(path)) {
    if (typeof file === 'string') await tools.files.put(file, Buffer.from(String(bytes), 'base64'));
  }
  const { rows, hash } = head.value.rows;
  const isOurVersion = head.value.migration === latestMigration().tag;
  const different = new Error('the restored rows are not those of the backup');
  try {
    await tools.database.transaction(async (queries) => {
      await queries.execute(sql`set local time zone 'UTC'`);
      const names = tableNames.map((name) => sql.identifier(name));
      await queries.execute(sql`truncate ${sql.join(names, sql`, `)} cascade`);
      for await (const line of linesOf(path)) {
        if (typeof line.table === 'string') await loadRow(queries, line as unknown as DumpedRow);
      }
      const found = createRowHash();
      for await (const row of dumpRows(queries)) found.add(row);
      const result = found.result();
      // Rows of an older version have got new columns by now.
      if (result.rows !== rows || (isOurVersion && result.hash !== hash)) throw different;
    });
  } catch (error) {
    if (error === different) return fail({ code: 'database.different', cause: error });
    if (isRefusedValue(error)) return fail({ code: 'backup.damaged', cause: error });
    throw error;
  }
  return ok({ rows, rowHash: hash, files: head.value.files, missingFiles: 0 });
}

/** Reads all of it, so that a file that is damaged anywhere is refused before anything is changed. */
async function readHead(path: string): Promise<Result<Head, RestoreError>> {
  let migration: unknown;
  let rows: unknown;
  let files = 0;
  let isWritable = true;
  try {
    for await (const line of linesOf(path)) {
      isWritable &&= canBeWritten(line);
      if (line.unspool === 'backup' && line.version === 1) migration = line.migration;
      if (line.rows !== undefined && line.table === undefined) rows = line.rows;
      if (line.file !== undefined) files += 1;
    }
  } catch (cause) {
    if (cause instanceof DamagedFile) return fail({ code: 'backup.damaged', cause });
    throw cause;
  }
  if (typeof migration !== 'string' || typeof rows !== 'object' || rows === null)
    return fail({ code: 'backup.damaged' });
  return ok({ migration, rows: rows as Head['rows'], files, isWritable });
}

/** A row of a table of ours, a file with a key, or nothing to be written. */
function canBeWritten({ table, row, file, bytes }: Record<string, unknown>): boolean {
  if (table !== undefined) {
    const isRow =
      typeof row === 'object' && row !== null && !Array.isArray(row) && Object.keys(row).length > 0;
    return isRow && tableNames.includes(String(table));
  }
  return file === undefined || (typeof file === 'string' && isFileKey(file) && typeof bytes === 'string');
}

function linesOf(path: string): AsyncGenerator<Record<string, unknown>> {
  return readLines(path) as AsyncGenerator<Record<string, unknown>>;
}

/** Whether there is anything but what a migration leaves. */
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
