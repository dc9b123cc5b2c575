import { storageUnavailableCode } from '#platform/storage/storage-errors.ts';
import { toFailureCode } from '../jobs/job-state.ts';
import type { RehearsalError } from '../rehearsal-contract.ts';

/** `backups`: the backup, or the folder that has it. Without the message, which may contain what is in the backup. */
export function toRehearsalError(error: unknown, backups: string): RehearsalError {
  const { code: reason = 'unknown', path = '' } = findCause(error);
  // Reading failed, and so may the disk.
  if (reason === 'EIO') return { code: 'backup.damaged', reason };
  if (toFailureCode(error) === 'storage.full') return { code: 'storage.full', reason };
  if (storageUnavailableCode(error) === null) return { code: 'rehearsal.failed', reason };
  return { code: path.startsWith(backups) ? 'backup.unreadable' : 'storage.unwritable', reason };
}

function findCause(error: unknown): { code?: string; path?: string } {
  if (!(error instanceof Error)) return { code: typeof error };
  if (error.cause !== undefined) return findCause(error.cause);
  const { code = error.name, path } = error as NodeJS.ErrnoException;
  return { code, ...(path !== undefined && { path }) };
}
