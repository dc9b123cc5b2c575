import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Twice what the log of the engine grows by at a time. */
const roomMin = 32 * 1024 * 1024;

/** Nothing can be kept in the folder of the database; the `code` is the file system's. */
export class FolderUnwritable extends Error {
  readonly code: string;
  /** There is no room to spare, but what is there can still be written. */
  readonly isNearlyFull: boolean;

  constructor(
    code: string,
    { cause, isNearlyFull = false }: { cause?: unknown; isNearlyFull?: boolean } = {},
  ) {
    super('the folder of the database can not be written', { cause });
    this.name = 'FolderUnwritableError';
    this.code = code;
    this.isNearlyFull = isNearlyFull;
  }
}

/**
 * Tells why the folder can't be written; null: it can. By trying, since a right, a quota, a limit and a mount all have
 * their own way to say so: some tenth of a millisecond. `onTrouble` is told once.
 */
export function guardFolder(
  folder: string,
  onTrouble: (error: unknown) => void,
): () => FolderUnwritable | null {
  let isTroubled = false;
  return () => {
    const fault = faultOf(folder);
    if (fault && !isTroubled) onTrouble(fault);
    isTroubled = fault !== null;
    return fault;
  };
}

function faultOf(folder: string): FolderUnwritable | null {
  try {
    writeSomething(join(folder, 'written-to-see'));
    const { blocks, bavail, bsize } = statfsSync(folder);
    const isNearlyFull = blocks > 0 && bavail * bsize < roomMin;
    return isNearlyFull ? new FolderUnwritable('ENOSPC', { isNearlyFull }) : null;
  } catch (cause) {
    return new FolderUnwritable((cause as NodeJS.ErrnoException).code ?? 'EIO', { cause });
  }
}

function writeSomething(path: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, '.');
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}

const reads = /^\s*(select|with|show|begin|start|set|savepoint|release|rollback|commit)\b/i;
const writes =
  /\b(insert|update|delete|merge|create|alter|drop|truncate|vacuum|analyze|reindex|refresh|lock|copy|call|do|nextval|setval)\b|\bfor\s+(no\s+)?(key\s+)?share\b|\bpgboss\.\w+\s*\(/i;

/** Whether statements leave the files of the database as they are. What is not known to is taken for a write. */
export function isReading(statements: string): boolean {
  return reads.test(statements) && !writes.test(statements);
}
