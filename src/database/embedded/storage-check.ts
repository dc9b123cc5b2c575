import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Twice the size by which PGlite's write-ahead log grows. */
const minFreeBytes = 32 * 1024 * 1024;

export class StorageUnavailableError extends Error {
  readonly code: string;
  readonly isNearlyFull: boolean;

  constructor(
    code: string,
    { cause, isNearlyFull = false }: { cause?: unknown; isNearlyFull?: boolean } = {},
  ) {
    super('the database folder is not writable', { cause });
    this.name = 'StorageUnavailableError';
    this.code = code;
    this.isNearlyFull = isNearlyFull;
  }
}

/** Another process that writes 1 GB/s needs 32 ms for that. */
const defaultMaxAgeMs = 20;

/** Checks by writing a file (about 0.1 ms), because permissions, quotas and mounts fail differently. */
export function createStorageCheck(
  folder: string,
  onError: (error: unknown) => void,
): (maxAgeMs?: number) => StorageUnavailableError | null {
  let found: StorageUnavailableError | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  return (maxAgeMs = defaultMaxAgeMs) => {
    if (performance.now() - checkedAt < maxAgeMs) return found;
    const error = checkFolder(folder);
    if (error && !found) onError(error);
    found = error;
    checkedAt = performance.now();
    return error;
  };
}

function checkFolder(folder: string): StorageUnavailableError | null {
  try {
    writeProbe(join(folder, 'written-to-see'));
    const { blocks, bavail, bsize } = statfsSync(folder);
    const isNearlyFull = blocks > 0 && bavail * bsize < minFreeBytes;
    return isNearlyFull ? new StorageUnavailableError('ENOSPC', { isNearlyFull }) : null;
  } catch (cause) {
    return new StorageUnavailableError((cause as NodeJS.ErrnoException).code ?? 'EIO', { cause });
  }
}

function writeProbe(path: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, '.');
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}
