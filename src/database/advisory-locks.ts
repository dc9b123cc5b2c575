import { sql } from 'drizzle-orm';
import type { Queries } from './database.ts';

/** Arbitrary ids of advisory locks. All versions that may share a database must use the same. */
export const advisoryLocks = {
  migration: 7_260_114,
  exclusive: 7_260_115,
  /** Serializes changes to owners. */
  owners: 7_260_116,
  /** Serializes taxonomy changes, so that slugs stay unique. */
  taxonomy: 7_260_117,
  /** Serializes changes of authors, so that slugs stay unique. */
  authors: 7_260_118,
  /** One export, backup, import or restore of the administration at a time. */
  dataJobs: 7_260_119,
  /** Serializes changes of settings, so that each is validated against the one before. */
  settings: 7_260_120,
  /** One rehearsal of a restore at a time. */
  rehearsal: 7_260_121,
  /** Serializes writes of posts. Readers never wait. */
  blogWrites: 720_415,
} as const;

export async function lockUntilCommit(queries: Queries, lock: keyof typeof advisoryLocks): Promise<void> {
  await queries.execute(sql`select pg_advisory_xact_lock(${advisoryLocks[lock]}::bigint)`);
}
