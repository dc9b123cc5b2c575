import { listClipFileKeys } from '#blog/clips.ts';
import { listImageFileKeys } from '#blog/images.ts';

/** Of the rows that have files, by table. */
export const listFileKeys: Readonly<Record<string, (row: Record<string, unknown>) => string[]>> = {
  media_file: listImageFileKeys,
  clip: listClipFileKeys,
};

/** Some hundred megabytes of memory. */
const keysMax = 1_000_000;

/** Which files of its rows a backup lacks. They can be before their rows or behind them. */
export function createFileComparison(limit = keysMax) {
  const missing = new Set<string>();
  const withoutRow = new Set<string>();
  let isFull = false;
  /** Beyond the limit, nothing is called missing. */
  function add(keys: Set<string>, key: string): void {
    isFull ||= missing.size + withoutRow.size >= limit;
    if (!isFull) keys.add(key);
  }
  return {
    addRow(table: string, row: Record<string, unknown>): void {
      for (const key of listFileKeys[table]?.(row) ?? []) if (!withoutRow.delete(key)) add(missing, key);
    },
    addFile(key: string): void {
      if (!missing.delete(key)) add(withoutRow, key);
    },
    countMissing: () => missing.size,
  };
}
