import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './database.ts';
import * as schema from './schema.ts';

/** Without the table that triggers write. */
const tables = Object.values(schema).filter((value) => is(value, PgTable) && value !== schema.taxonPost);

export const tableNames: readonly string[] = sortByDependency(tables);

/** Of the primary key. */
export function listKeyColumns(tableName: string): string[] {
  const table = tables.find((value) => getTableConfig(value).name === tableName);
  if (!table) throw new Error(`unknown table ${tableName}`);
  const { primaryKeys, columns } = getTableConfig(table);
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  return key.map(({ name }) => name);
}

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

/** Of PostgreSQL's blocks of 8 KB. PGlite blocks the process while it reads them. */
const pagesPerStep = 8;

/** Pass a transaction for a consistent snapshot. */
export async function* dumpRows(
  queries: Queries,
  tables: readonly string[] = tableNames,
): AsyncGenerator<DumpedRow> {
  for (const table of tables) {
    const name = sql.identifier(table);
    const pages = await countPages(queries, table);
    for (let page = 0; page < pages; page += pagesPerStep) {
      const rows = await queries
        .select({ row: sql<Record<string, unknown>>`to_jsonb(t)` })
        .from(sql`${name} t`)
        .where(sql`t.ctid >= ${`(${page},0)`}::tid and t.ctid < ${`(${page + pagesPerStep},0)`}::tid`);
      for (const { row } of rows) yield { table, row };
    }
  }
}

async function countPages(queries: Queries, table: string): Promise<number> {
  const [row] = await queries
    .select({
      pages: sql<number>`(pg_relation_size(t.oid) / current_setting('block_size')::int)::int`,
    })
    .from(sql`pg_class t`)
    .where(sql`t.oid = to_regclass(${`"${table}"`})`);
  return row?.pages ?? 0;
}

export async function countRows(queries: Queries): Promise<number> {
  let total = 0;
  for (const table of tableNames) total += await countTableRows(queries, table);
  return total;
}

export async function countTableRows(queries: Queries, table: string): Promise<number> {
  const [row] = await queries.select({ rows: sql<string>`count(*)` }).from(sql`${sql.identifier(table)}`);
  return Number(row?.rows ?? 0);
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
