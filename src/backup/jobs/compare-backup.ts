import { setImmediate } from 'node:timers/promises';
import { compareRows } from '#database/compare-rows.ts';
import type { Queries } from '#database/database.ts';
import { countTableRows, tableNames } from '#database/dump-rows.ts';
import { type RestoreKind, type RestorePreview, restoreKinds } from '../data-job-contract.ts';

/** Rows of other tables are `other`. */
const kindsByTable: Readonly<Record<string, RestoreKind>> = {
  post: 'posts',
  article: 'post_details',
  article_tag: 'post_details',
  category: 'categories',
  tag: 'tags',
  media_file: 'files',
  clip: 'files',
  author: 'authors',
  account_user: 'users',
  account_credential: 'sign_in',
  second_factor: 'sign_in',
  setting: 'settings',
  contact_message: 'messages',
  revision: 'versions',
  working_copy: 'versions',
  view_day: 'figures',
  figure_day: 'figures',
  figure_total: 'figures',
  search_term_day: 'figures',
};

/** A restore deletes their rows, or keeps only those that the site still has. */
const endedTables = ['account_session', 'account_link', 'api_key'];

/** Users are known by their email address, and keys are used by their digest. */
const keys: Readonly<Record<string, readonly string[]>> = { account_user: ['email'], api_key: ['digest'] };

/** Columns that change without an edit. */
const ignoredColumns: Readonly<Record<string, readonly string[]>> = {
  post: ['view_count'],
  account_user: ['updated_at'],
  api_key: ['last_used_on'],
};

/** The embedded database blocks the process for one batch. */
export const batchRows = 64;
const batchCharacters = 1024 * 1024;

type Row = Record<string, unknown>;

export type ComparedRow = { table: string; row: Row; outcome: 'added' | 'changed' | 'unchanged' };

/** Compares a backup with the database in batches, so that neither has to fit into memory. */
export function createBackupComparison(queries: Queries, onCompared: (compared: ComparedRow) => void) {
  const counts = new Map<string, Record<ComparedRow['outcome'], number>>();
  let table = '';
  let batch: Row[] = [];
  let characters = 0;

  async function flush(): Promise<void> {
    const rows = batch;
    batch = [];
    characters = 0;
    if (rows.length === 0) return;
    const options = { key: keys[table], ignored: ignoredColumns[table] };
    const isSame = await compareRows(queries, table, rows, options);
    const sums = counts.get(table) ?? { added: 0, changed: 0, unchanged: 0 };
    counts.set(table, sums);
    for (const [index, row] of rows.entries()) {
      const outcome = isSame[index] === null ? 'added' : isSame[index] ? 'unchanged' : 'changed';
      sums[outcome] += 1;
      onCompared({ table, row, outcome });
    }
    // The embedded database never yields to the event loop by itself.
    await setImmediate();
  }

  return {
    async add(rowTable: string, row: Row): Promise<void> {
      if (rowTable !== table || batch.length === batchRows || characters > batchCharacters) await flush();
      table = rowTable;
      batch.push(row);
      characters += JSON.stringify(row).length;
    },
    /** Rows that the backup lacks are what remains of those in the database. */
    async finish(): Promise<RestorePreview['kinds']> {
      await flush();
      const kinds = new Map<RestoreKind, RestorePreview['kinds'][number]>();
      for (const name of tableNames) {
        if (endedTables.includes(name)) continue;
        const kind = kindsByTable[name] ?? 'other';
        const sums = kinds.get(kind) ?? { kind, added: 0, changed: 0, removed: 0, unchanged: 0 };
        const { added, changed, unchanged } = counts.get(name) ?? { added: 0, changed: 0, unchanged: 0 };
        sums.added += added;
        sums.changed += changed;
        sums.unchanged += unchanged;
        sums.removed += Math.max(0, (await countTableRows(queries, name)) - changed - unchanged);
        kinds.set(kind, sums);
      }
      return restoreKinds
        .flatMap((kind) => kinds.get(kind) ?? [])
        .filter(({ added, changed, removed, unchanged }) => added + changed + removed + unchanged > 0);
    },
  };
}
