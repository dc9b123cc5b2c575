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

/** Checks by writing a file (about 0.1 ms), because permissions, quotas and mounts fail differently. */
export function createStorageCheck(
  folder: string,
  onError: (error: unknown) => void,
): () => StorageUnavailableError | null {
  let hasReported = false;
  return () => {
    const error = checkFolder(folder);
    if (error && !hasReported) onError(error);
    hasReported = error !== null;
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

const readPattern = /^\s*(select|with|show|begin|start|set|savepoint|release|rollback|commit)\b/i;
const writePattern =
  /\b(insert|update|delete|merge|create|alter|drop|truncate|vacuum|analyze|reindex|refresh|lock|copy|call|do|nextval|setval)\b|\bfor\s+(no\s+)?(key\s+)?share\b|\bpgboss\.\w+\s*\(/i;

/** Unknown statements count as writes. */
export function isReadOnlySql(statements: string): boolean {
  return readPattern.test(statements) && !writePattern.test(statements);
}
