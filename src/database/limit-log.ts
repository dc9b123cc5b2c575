import { sql } from 'drizzle-orm';
import type { Queries } from './database.ts';

/** One file of the log. Recovery after a crash reads as much, which takes seconds (decision 0105). */
const maxLogBytes = 16 * 1024 * 1024;

/** PGlite has no checkpointer: without this, the log of a process grows until its end. */
export async function limitLog(queries: Queries, checkStorage: () => Error | null): Promise<void> {
  const [log] = await queries
    .select({ bytes: sql<string>`pg_current_wal_lsn() - redo_lsn` })
    .from(sql`pg_control_checkpoint()`);
  // On a full disk, a checkpoint could be a panic.
  if (Number(log?.bytes) > maxLogBytes && !checkStorage()) await queries.execute(sql`checkpoint`);
}
