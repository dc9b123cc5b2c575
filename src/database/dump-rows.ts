import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './database.ts';
import * as schema from './schema.ts';

export const tableNames: readonly string[] = sortByDependency(
  Object.values(schema).filter((value) => is(value, PgTable)),
);

function sortByDependency(tables: PgTable[]): string[] {
  const names: string[] = [];
  const visit = (table: PgTable) => {
    const { name, foreignKeys } = getTableConfig(table);
    if (names.includes(name)) return;
    for (const key of foreignKeys) {
      const target = key.reference().foreignTable;
      if (target !== table) visit(target);
    }
    names.push(name);
  };
  tables.forEach(visit);
  return names;
}

export interface DumpedRow {
  table: string;
  row: Record<string, unknown>;
}

const rowsPerStep = 500;

/** Pass a transaction for a consistent snapshot. */
export async function* dumpRows(queries: Queries): AsyncGenerator<DumpedRow> {
  for (const table of tableNames) {
    let lastCtid = '(0,0)';
    for (;;) {
      const rows = await queries
        .select({ ctid: sql<string>`t.ctid::text`, row: sql<Record<string, unknown>>`to_jsonb(t)` })
        .from(sql`${sql.identifier(table)} t`)
        .where(sql`t.ctid > ${lastCtid}::tid`)
        .orderBy(sql`t.ctid`)
        .limit(rowsPerStep);
      for (const { row } of rows) yield { table, row };
      if (rows.length < rowsPerStep) break;
      lastCtid = rows.at(-1)?.ctid ?? lastCtid;
    }
  }
}

export async function insertRow(queries: Queries, { table, row }: DumpedRow): Promise<void> {
  if (!tableNames.includes(table)) throw new Error(`unknown table ${table}`);
  const name = sql.identifier(table);
  const columns = sql.join(
    Object.keys(row).map((column) => sql.identifier(column)),
    sql`, `,
  );
  await queries.execute(
    sql`insert into ${name} (${columns}) select ${columns} from jsonb_populate_record(null::${name}, ${JSON.stringify(row)}::jsonb)`,
  );
}
