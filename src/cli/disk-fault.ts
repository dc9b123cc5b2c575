import type { DiskErrorCode } from './exit-codes.ts';

/** An expected file-system error, reported to the user. */
export class DiskError extends Error {
  readonly code: DiskErrorCode;
  readonly path: string;

  constructor(code: DiskErrorCode, path: string, cause: unknown) {
    super(code, { cause });
    this.code = code;
    this.path = path;
  }
}

const codes: Record<string, DiskErrorCode> = {
  ENOSPC: 'disk.full',
  EDQUOT: 'disk.full',
  EFBIG: 'disk.full',
  EACCES: 'disk.refused',
  EPERM: 'disk.refused',
  EROFS: 'disk.refused',
  EEXIST: 'disk.exists',
};

/** Converts system errors to `DiskError`. Other errors pass through. */
export async function withDiskErrors<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (cause instanceof DiskError || !/^E[A-Z\d]+$/.test(code)) throw cause;
    throw new DiskError(codes[code] ?? 'disk.failed', path, cause);
  }
}
