import type { LockHolder } from '#platform/storage/folder-lock.ts';

export function lockedFolderHint(folder: string, { pid, host }: LockHolder): string {
  return `Another process (${pid} on ${host}) uses the database in ${folder}. Stop it, set another DATA_DIR for this process, or use PostgreSQL through DATABASE_URL.`;
}
