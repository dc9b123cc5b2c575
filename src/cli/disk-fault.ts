import type { DiskErrorCode } from './exit-codes.ts';

/** What the file system refused. Expected: it is told to whoever runs the command. */
export class DiskFault extends Error {
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

/** Throws DiskFault for a fault of the system; bugs go on as they are. */
export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (cause instanceof DiskFault || !/^E[A-Z\d]+$/.test(code)) throw cause;
    throw new DiskFault(codes[code] ?? 'disk.failed', path, cause);
  }
}
