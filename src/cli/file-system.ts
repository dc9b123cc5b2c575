import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DiskErrorCode } from './errors.ts';

export class DiskError extends Error {
  readonly code: DiskErrorCode;
  readonly path: string;

  constructor(code: DiskErrorCode, path: string, cause: unknown) {
    super(code, { cause });
    this.code = code;
    this.path = path;
  }
}

const errorCodes: Record<string, DiskErrorCode> = {
  ENOSPC: 'disk.full',
  EDQUOT: 'disk.full',
  EFBIG: 'disk.full',
  EACCES: 'disk.refused',
  EPERM: 'disk.refused',
  EROFS: 'disk.refused',
  EEXIST: 'disk.exists',
};

export async function withDiskErrors<T>(path: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    const code = getErrorCode(cause);
    if (cause instanceof DiskError || !/^E[A-Z\d]+$/.test(code)) throw cause;
    throw new DiskError(errorCodes[code] ?? 'disk.failed', path, cause);
  }
}

/** `recursive` never returns if a parent cannot hold new folders, such as `/proc/1` (Node 24). */
export async function makeFolder(path: string): Promise<void> {
  try {
    await withDiskErrors(path, () => makeWithParents(path));
  } catch (cause) {
    if (cause instanceof DiskError && ['EEXIST', 'ENOTDIR'].includes(getErrorCode(cause.cause)))
      throw new DiskError('disk.no_folder', path, cause);
    throw cause;
  }
}

async function makeWithParents(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (cause) {
    const parent = dirname(path);
    if (getErrorCode(cause) !== 'ENOENT' || parent === path) return assertFolder(path, cause);
    await makeWithParents(parent);
    await mkdir(path).catch((retryCause: unknown) => assertFolder(path, retryCause));
  }
}

async function assertFolder(path: string, cause: unknown): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) throw cause;
}

export function getErrorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
