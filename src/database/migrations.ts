import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The build copies the folder next to the server bundle. */
export const migrationsFolder = join(import.meta.dirname, 'migrations');

export function readMigrations(): { idx: number; tag: string; when: number }[] {
  return JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')).entries;
}

export function latestMigration(): { tag: string } {
  const latest = readMigrations().at(-1);
  if (!latest) throw new Error('no migrations found');
  return latest;
}
