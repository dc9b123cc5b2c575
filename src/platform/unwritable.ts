/**
 * Of a file system that is full, read-only or forbidden, and of a PostgreSQL server that has one such: SQLSTATEs of
 * appendix A, disk_full, io_error and read_only_sql_transaction.
 */
const codes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EFBIG', '53100', '58030', '25006']);
/** Other things are forbidden too. */
const otherCalls = new Set(['listen', 'bind', 'connect', 'kill', 'spawn']);

/** Why nothing can be kept just now, in whatever it is wrapped; null: the fault is another one. */
export function unwritableCode(error: unknown): string | null {
  for (let fault = error; fault instanceof Error; fault = fault.cause) {
    const { code, syscall = '' } = fault as NodeJS.ErrnoException;
    if (code !== undefined && codes.has(code) && !otherCalls.has(syscall)) return code;
  }
  return null;
}

/** What to do about a folder of which that is so. */
export function mendOfFolder(folder: string, code: string): string {
  return `The folder ${folder} can't be written (${code}). Give this process the right to, make room on the disk, or choose another folder with DATA_DIR.`;
}
