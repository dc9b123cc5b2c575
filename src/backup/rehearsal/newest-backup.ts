import { statfs } from 'node:fs/promises';
import { findFile, type ListedFile, listFiles } from '#platform/storage/list-files.ts';
import { defaultIfMissing } from '#platform/storage/storage-errors.ts';

const backupExtension = '.backup.gz';
/** The clock of another machine may be wrong. */
export const clockToleranceMs = 3_600_000;

export async function findNewestBackup(folder: string, now: number): Promise<ListedFile | null> {
  const backups = await listFiles(folder, (name) => name.endsWith(backupExtension));
  return backups
    .filter(({ modifiedAt }) => modifiedAt <= now + clockToleranceMs)
    .reduce<ListedFile | null>(
      (newest, backup) => (newest && newest.modifiedAt >= backup.modifiedAt ? newest : backup),
      null,
    );
}

/** False once somebody has deleted, replaced or written to the file. */
export async function isUnchanged(file: ListedFile): Promise<boolean> {
  const found = await findFile(file.path);
  return (
    found !== null &&
    found.inode === file.inode &&
    found.bytes === file.bytes &&
    found.modifiedAt === file.modifiedAt
  );
}

export interface DiskInfo {
  freeBytes: number;
  isInMemory: boolean;
}

/** The types of tmpfs and ramfs. */
const memoryTypes = [0x01021994, 0x858458f6];

export async function readDisk(folder: string): Promise<DiskInfo> {
  const disk = await defaultIfMissing(statfs(folder), null);
  if (disk === null) return { freeBytes: 0, isInMemory: false };
  return { freeBytes: disk.bavail * disk.bsize, isInMemory: memoryTypes.includes(disk.type) };
}

/** The site needs them. The embedded database stops writing at 32 MB. */
export const reservedBytes = 512 * 1024 * 1024;

/** Most bytes are files, which hardly compress. Rows that need more end the rehearsal. */
export const requiredBytes = (backupBytes: number) => reservedBytes + 1.5 * backupBytes;
