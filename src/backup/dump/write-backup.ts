import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '#database/database.ts';
import { dumpRows } from '#database/dump-rows.ts';
import { latestMigration } from '#database/migrations.ts';
import type { FileStore } from '#platform/storage/file-store.ts';
import type { BackupReport } from '../contract.ts';
import { writeJsonLines } from './json-lines-file.ts';

export interface RowHash {
  add(row: { table: string; row: object }): void;
  result(): { rows: number; hash: string };
}

const modulus = 1n << 256n;

/** A sum of digests, so that the order of the rows does not matter. */
export function createRowHash(): RowHash {
  let sum = 0n;
  let rows = 0;
  return {
    add(row) {
      const digest = createHash('sha256').update(JSON.stringify(row)).digest('hex');
      sum = (sum + BigInt(`0x${digest}`)) % modulus;
      rows += 1;
    },
    result: () => ({ rows, hash: sum.toString(16).padStart(64, '0') }),
  };
}

export interface BackupDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  files: Pick<FileStore, 'get' | 'put'>;
  listFileKeys(row: Record<string, unknown>): string[];
  now(): number;
}

/** Files never change once they have a row, so they can be read after the transaction. */
export async function writeBackup(deps: BackupDeps, path: string): Promise<BackupReport> {
  const hash = createRowHash();
  const report = { files: 0, missingFiles: 0 };
  await writeJsonLines(path, async (sink) => {
    await sink.line({
      unspool: 'backup',
      version: 1,
      migration: latestMigration().tag,
      at: new Date(deps.now()).toISOString(),
    });
    const keys: string[] = [];
    await deps.database.transaction(async (queries) => {
      // One snapshot for all tables; timestamps in UTC regardless of the time zone of the server.
      await queries.execute(sql`set transaction isolation level repeatable read`);
      await queries.execute(sql`set local time zone 'UTC'`);
      for await (const row of dumpRows(queries)) {
        hash.add(row);
        if (row.table === 'media_file') keys.push(...deps.listFileKeys(row.row));
        await sink.line(row);
      }
    });
    for (const key of keys) {
      const bytes = await deps.files.get(key);
      if (bytes) await sink.line({ file: key, bytes: Buffer.from(bytes).toString('base64') });
      if (bytes) report.files += 1;
      else report.missingFiles += 1;
    }
    await sink.line({ rows: hash.result() });
  });
  const { rows, hash: rowHash } = hash.result();
  return { rows, rowHash, ...report };
}
