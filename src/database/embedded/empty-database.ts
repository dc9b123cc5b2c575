import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { flush, flushTree } from '#platform/storage/flush.ts';

/** The build puts it next to the server bundle (scripts/prebuild.ts). Without it, PGlite runs initdb, which takes seconds. */
const builtFolder = join(import.meta.dirname, 'empty-database');

/**
 * Returns false if there is no prebuilt database. Neither a killed process nor a power failure leaves an incomplete
 * folder behind.
 */
export async function copyEmptyDatabase(dataDir: string, source = builtFolder): Promise<boolean> {
  if (!existsSync(source)) return false;
  const unfinished = `${dataDir}-unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const target = join(unfinished, relative(source, path));
    // Not `cpSync`: the modes of an installation don't apply to the data.
    if (entry.isDirectory()) mkdirSync(target, { recursive: true, mode: 0o700 });
    else writeFileSync(target, readFileSync(path), { mode: 0o600 });
  }
  await flushTree(unfinished);
  renameSync(unfinished, dataDir);
  await flush(dirname(dataDir));
  return true;
}
