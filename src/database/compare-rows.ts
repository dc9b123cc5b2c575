import { sql } from 'drizzle-orm';
import type { Queries } from './database.ts';
import { type DumpedRow, listKeyColumns } from './dump-rows.ts';

interface CompareOptions {
  /** Columns that identify a row; otherwise those of the primary key. */
  key?: readonly string[] | undefined;
  /** Columns that may differ. */
  ignored?: readonly string[] | undefined;
}

/**
 * For each row, whether the database has it with the same values; null if it has none with its key. Columns that
 * a row lacks aren't compared. Throws a data error for values that the table can't have.
 */
export async function compareRows(
  queries: Queries,
  table: string,
  rows: readonly DumpedRow['row'][],
  { key = listKeyColumns(table), ignored = [] }: CompareOptions = {},
): Promise<(boolean | null)[]> {
  const name = sql.identifier(table);
  const hasKey = sql.join(
    key.map((column) => sql`t.${sql.identifier(column)} = p.${sql.identifier(column)}`),
    sql` and `,
  );
  const compared = ignored.reduce((value, column) => sql`${value} - ${column}::text`, sql`r.value`);
  const found = await queries
    .select({ isSame: sql<boolean | null>`c.is_same` })
    .from(
      sql`jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality r(value, position)
        cross join lateral jsonb_populate_record(null::${name}, r.value) p
        left join lateral (
          select jsonb_populate_record(t, ${compared}) = t as is_same from ${name} t where ${hasKey} limit 1
        ) c on true`,
    )
    .orderBy(sql`r.position`);
  return found.map(({ isSame }) => isSame);
}
