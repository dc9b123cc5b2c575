/** The SQLSTATEs are disk_full, io_error and read_only_sql_transaction. */
const codes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EFBIG', '53100', '58030', '25006']);
/** These system calls fail with the same codes for other reasons. */
const unrelatedCalls = new Set(['listen', 'bind', 'connect', 'kill', 'spawn']);

export function storageUnavailableCode(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, syscall = '' } = current as NodeJS.ErrnoException;
    if (code !== undefined && codes.has(code) && !unrelatedCalls.has(syscall)) return code;
  }
  return null;
}

export function unavailableFolderHint(folder: string, code: string): string {
  return `The folder ${folder} can't be written (${code}). Grant this process write access, free some disk space, or choose another folder with DATA_DIR.`;
}

/** Nothing, or something else, is there; or a link leads nowhere. */
const missingCodes = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP']);

export async function defaultIfMissing<T, M>(work: Promise<T>, missing: M): Promise<T | M> {
  try {
    return await work;
  } catch (error) {
    if (missingCodes.has((error as NodeJS.ErrnoException).code ?? '')) return missing;
    throw error;
  }
}
