import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from '#platform/storage/list-files.ts';
import type { PreviousBackup } from '../data-job-contract.ts';

const namePattern = /^unspool-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)-replaced\.backup\.gz$/;

/** `2026-11-22T01-38-00` */
export function fileTimestamp(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replaceAll(':', '-');
}

export const previousBackupName = (time: number) => `unspool-${fileTimestamp(time)}-replaced.backup.gz`;

/** What restores have replaced, the newest first. */
export async function listPreviousBackups(dataDir: string): Promise<PreviousBackup[]> {
  const files = await listFiles(dataDir, (name) => namePattern.test(name));
  return files
    .map(({ name, bytes }) => ({ name, bytes, createdAt: parseCreationTime(name) }))
    .sort((a, b) => b.name.localeCompare(a.name));
}

function parseCreationTime(name: string): string {
  return name.replace(namePattern, '$1$2:$3:$4.000Z');
}

/** Of restores that were killed. The caller has the lock of data jobs, so that none is running. */
export async function removeUnfinishedBackups(dataDir: string): Promise<void> {
  const isUnfinished = (name: string) =>
    name.endsWith('.unfinished') && namePattern.test(name.replaceAll('.unfinished', ''));
  for (const { path } of await listFiles(dataDir, isUnfinished)) await rm(path, { force: true });
}

/** Its path; null if there is no such backup. */
export async function findPreviousBackup(
  dataDir: string,
  name: string,
): Promise<{ path: string; name: string; bytes: number } | null> {
  const found = (await listPreviousBackups(dataDir)).find((backup) => backup.name === name);
  return found ? { path: join(dataDir, found.name), name: found.name, bytes: found.bytes } : null;
}

/** False if there is no such backup. */
export async function deletePreviousBackup(dataDir: string, name: string): Promise<boolean> {
  const found = await findPreviousBackup(dataDir, name);
  if (found) await rm(found.path, { force: true });
  return found !== null;
}
