import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from './schema.ts';

/** In dependency order: referenced tables come first. */
export const tableNames: readonly string[] = sorted(
  Object.values(schema).filter((value) => is(value, PgTable)),
);

function sorted(tables: PgTable[]): string[] {
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
