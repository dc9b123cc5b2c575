import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The build puts it next to the server bundle (scripts/prebuild.ts). Without it, PGlite runs initdb, which takes seconds. */
const builtFolder = join(import.meta.dirname, 'empty-database');

/** Returns false if there is no prebuilt database. A killed process leaves no incomplete folder behind. */
export function copyEmptyDatabase(dataDir: string, source = builtFolder): boolean {
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
  renameSync(unfinished, dataDir);
  return true;
}
