import { z } from 'zod';

/** Why the newest backup isn't proven. */
const rehearsalFailures = [
  'backup.damaged',
  'backup.newer',
  /** Nobody could sign in after the restore. */
  'backup.ownerless',
  /** The server lacks the right to read it. */
  'backup.unreadable',
  'database.different',
  /** The site has rows of files that are missing or damaged. */
  'files.missing',
  /** Posts of the restored site can't be opened. */
  'posts.unreadable',
  'storage.full',
  'storage.unwritable',
  /** The process was killed, or the server was. */
  'rehearsal.interrupted',
  'rehearsal.timeout',
  /** A bug. */
  'rehearsal.failed',
] as const;
export type RehearsalFailure = (typeof rehearsalFailures)[number];

export interface RehearsalError {
  code: RehearsalFailure;
  /** Number of files or posts. */
  affected?: number;
  /** Code of an error, for the log. */
  reason?: string;
}

export interface RestoredBackup {
  rows: number;
  files: number;
  /** When it was written, in milliseconds; null if it doesn't say. */
  createdAt: number | null;
}

const time = z.number().nonnegative();
const count = z.int().nonnegative();

/** Of all nodes. Times are in milliseconds. */
export const rehearsalStateSchema = z.strictObject({
  startedAt: time,
  isRunning: z.boolean(),
  /** The last success. */
  proven: z.strictObject({ at: time, backupAt: time, rows: count, files: count }).nullable(),
  /** Of the newest rehearsal that has ended. */
  failure: z.strictObject({ at: time, code: z.enum(rehearsalFailures), affected: count }).nullable(),
});
export type RehearsalState = z.infer<typeof rehearsalStateSchema>;

export interface RehearsalStatus extends Pick<RehearsalState, 'proven' | 'failure' | 'isRunning'> {
  /** Whether the backup of the last success is younger than two days. */
  isRecent: boolean;
  /** No node has had a backup for two days. */
  isOver: boolean;
  /** What this node has found. `memory`: it can't rehearse, because its data folder is in memory. */
  backups: 'none' | 'found' | 'memory';
  /** Of this node. */
  folder: string;
}

export const recentBackupMs = 48 * 3_600_000;
export const rehearsalMsMax = 2 * 3_600_000;
