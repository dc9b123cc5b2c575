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
  /** Serializes writes of posts. Readers never wait. */
  blogWrites: 720_415,
} as const;

export async function lockUntilCommit(queries: Queries, lock: keyof typeof advisoryLocks): Promise<void> {
  await queries.execute(sql`select pg_advisory_xact_lock(${advisoryLocks[lock]}::bigint)`);
}
