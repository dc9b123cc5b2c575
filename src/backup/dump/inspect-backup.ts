import { stat } from 'node:fs/promises';
import { tableNames } from '#database/dump-rows.ts';
import { readMigrations } from '#database/migrations.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { CorruptFileError } from '#platform/storage/atomic-file.ts';
import { isFileKey } from '#platform/storage/file-store.ts';
import type { RestoreError } from '../contract.ts';
import type { ReportProgress } from '../data-job-contract.ts';
import { createFileComparison } from './compare-files.ts';
import { readJsonLines } from './json-lines-file.ts';

export interface BackupHead {
  migration: string;
  createdAt: string | null;
  rows: { rows: number; hash: string };
  files: number;
  /** Of its rows. */
  missingFiles: number;
}

type Line = Record<string, unknown>;

/** As of the bombs in ZIP files. A base64 line of zeros compresses better than any text. */
const ratioMax = 200;
const ratioFromBytes = 256 * 1024 * 1024;
const linesPerReport = 500;

interface InspectOptions {
  onProgress?: ReportProgress;
  /** Of a version that this one knows. */
  onRow?(table: string, row: Line): Promise<void>;
}

/** Reads the whole file, so that a damaged one is rejected before anything changes. */
export async function inspectBackup(
  path: string,
  { onProgress, onRow }: InspectOptions = {},
): Promise<Result<BackupHead, RestoreError>> {
  let head: Pick<BackupHead, 'migration' | 'createdAt'> | null = null;
  let rows: unknown;
  let files = 0;
  const comparison = createFileComparison();
  let lines = 0;
  const migrations = readMigrations();
  const isKnown = (version: typeof head) => migrations.some(({ tag }) => tag === version?.migration);
  // A newer version may have other tables.
  let isWritable = true;
  try {
    const bytesMax = Math.max(ratioFromBytes, (await stat(path)).size * ratioMax);
    for await (const line of readJsonLines(path, bytesMax)) {
      isWritable &&= isWritableLine(line);
      if (line.unspool === 'backup' && line.version === 1 && typeof line.migration === 'string')
        head = { migration: line.migration, createdAt: parseTime(line.at) };
      if (line.rows !== undefined && line.table === undefined) rows = line.rows;
      if (line.file !== undefined) files += 1;
      if (isWritable && line.file !== undefined) comparison.addFile(String(line.file));
      if (isWritable && isKnown(head) && typeof line.table === 'string') {
        const row = line.row as Line;
        await onRow?.(line.table, row);
        comparison.addRow(line.table, row);
      }
      lines += 1;
      if (lines % linesPerReport === 0) onProgress?.({ step: 'check', done: lines, total: null });
    }
  } catch (cause) {
    if (cause instanceof CorruptFileError) return fail({ code: 'backup.damaged', cause });
    throw cause;
  }
  if (!head || typeof rows !== 'object' || rows === null) return fail({ code: 'backup.damaged' });
  if (!isKnown(head)) return fail({ code: 'backup.newer' });
  if (!isWritable) return fail({ code: 'backup.damaged' });
  return ok({ ...head, rows: rows as BackupHead['rows'], files, missingFiles: comparison.countMissing() });
}

function isWritableLine({ table, row, file, bytes }: Line): boolean {
  if (table !== undefined) {
    const isRow =
      typeof row === 'object' && row !== null && !Array.isArray(row) && Object.keys(row).length > 0;
    return isRow && tableNames.includes(String(table));
  }
  return file === undefined || (typeof file === 'string' && isFileKey(file) && typeof bytes === 'string');
}

function parseTime(value: unknown): string | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
