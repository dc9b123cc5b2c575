import type { Database } from '../database.ts';

/** Two files of the log. Recovery after a crash reads as much, which takes a second. */
const maxLogBytes = 32 * 1024 * 1024;

/** PGlite has no checkpointer: without this, the log of a process grows until its end. */
export async function limitLog(
  { executeSql }: Pick<Database, 'executeSql'>,
  checkStorage: () => Error | null,
): Promise<void> {
  const { rows } = await executeSql(
    'select (pg_current_wal_lsn() - redo_lsn)::int8 as bytes from pg_control_checkpoint()',
  );
  const [{ bytes }] = rows as [{ bytes: number }];
  // On a full disk, a checkpoint could be a panic.
  if (bytes > maxLogBytes && !checkStorage()) await executeSql('checkpoint');
}
