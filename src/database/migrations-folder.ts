import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The build puts a copy of the folder beside the server's file. */
export const migrationsFolder = join(import.meta.dirname, 'migrations');

/** All there are, the oldest first. */
export function migrations(): { idx: number; tag: string; when: number }[] {
  return JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')).entries;
}

export function latestMigration(): { tag: string } {
  const latest = migrations().at(-1);
  if (!latest) throw new Error('there are no migrations');
  return latest;
}
