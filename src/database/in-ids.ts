import { inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** `inArray` for UUIDs. Passes several as one array parameter, which is faster to build. */
export function inIds(column: PgColumn, ids: readonly string[]): SQL {
  // For an array of one, PostgreSQL would plan the query anew each time.
  if (ids.length <= 1) return inArray(column, [...ids]);
  return sql`${column} = any(${`{${ids.join()}}`}::uuid[])`;
}
