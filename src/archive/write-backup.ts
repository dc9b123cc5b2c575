import { sql } from 'drizzle-orm';
import type { Database, Queries } from '#database/connect.ts';
import { dumpRows } from '#database/dump-rows.ts';
import { latestMigration } from '#database/migrations-folder.ts';
import type { FileStore } from '#platform/file-store.ts';
import type { BackupReport } from './contract.ts';
import { writeLines } from './line-file.ts';
import { createRowHash } from './row-hash.ts';

export interface BackupTools {
  database: Pick<Database, 'query' | 'transaction'>;
  files: Pick<FileStore, 'get' | 'put'>;
  /** The keys of the files that a row of `media_file` stands for. */
  fileKeysOf(row: Record<string, unknown>): string[];
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * All rows as they were at one moment, and the files they speak of, in one file: lines of JSON packed with gzip, the
 * last of which holds a hash of the others. Writing goes on meanwhile; on the embedded database it waits for the rows,
 * not for the files. Files never change once they have a row, so they may be read afterwards.
 */
export async function writeBackup(tools: BackupTools, path: string): Promise<BackupReport> {
  const hash = createRowHash();
  const report = { files: 0, missingFiles: 0 };
  await writeLines(path, async (sink) => {
    await sink.line({
      unspool: 'backup',
      version: 1,
      migration: latestMigration().tag,
      at: new Date(tools.now()).toISOString(),
    });
    const keys: string[] = [];
    await tools.database.transaction(async (queries) => {
      await asOfNow(queries);
      for await (const row of dumpRows(queries)) {
        hash.add(row);
        if (row.table === 'media_file') keys.push(...tools.fileKeysOf(row.row));
        await sink.line(row);
      }
    });
    for (const key of keys) {
      const bytes = await tools.files.get(key);
      if (bytes) await sink.line({ file: key, bytes: Buffer.from(bytes).toString('base64') });
      if (bytes) report.files += 1;
      else report.missingFiles += 1;
    }
    await sink.line({ rows: hash.result() });
  });
  const { rows, hash: rowHash } = hash.result();
  return { rows, rowHash, ...report };
}

/** One moment for all tables, and moments written in one way whatever the server's own time zone. */
export async function asOfNow(queries: Queries): Promise<void> {
  await queries.execute(sql`set transaction isolation level repeatable read`);
  await queries.execute(sql`set local time zone 'UTC'`);
}
