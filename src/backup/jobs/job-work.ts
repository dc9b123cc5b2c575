import { existsSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#database/database.ts';
import type { Logger } from '#platform/logger.ts';
import type { BackupService } from '../backup.ts';
import type { DataJobFailure, ReportProgress } from '../data-job-contract.ts';
import type { BackupDeps } from '../dump/write-backup.ts';
import { type RestoreCheck, restoreBackup } from '../restore-backup.ts';
import type { JobState, UploadedJob } from './job-state.ts';
import { previewRestore } from './preview-restore.ts';
import { fileTimestamp, previousBackupName, removeUnfinishedBackups } from './previous-backups.ts';
import { summarizeImport } from './summarize-import.ts';

export interface JobWorkDeps extends BackupDeps {
  database: BackupDeps['database'] & Pick<Database, 'tryLock'>;
  backup: Pick<BackupService, 'createBackup' | 'exportToFile' | 'importFromFile'>;
  folder: string;
  dataDir: string;
  secret: string;
  log: Pick<Logger, 'info' | 'error'>;
  /** Everything in memory is outdated, on all nodes. */
  onRestored(): Promise<void>;
}

/** What the job becomes when the work and the cleaning up have ended. */
export type NextPhase = 'checked' | 'done' | 'failed';

/**
 * Writes the body behind the first `offset` bytes, without buffering it. Returns its length; null if it has more
 * than `maxBytes`. What an interrupted call has written is overwritten by the next one.
 */
export async function appendChunk(
  path: string,
  body: AsyncIterable<Uint8Array>,
  { offset, maxBytes }: { offset: number; maxBytes: number },
): Promise<number | null> {
  await using file = await open(path, 'r+');
  await file.truncate(offset);
  let length = 0;
  for await (const chunk of body) {
    if (length + chunk.length > maxBytes) return null;
    for (let written = 0; written < chunk.length; ) {
      const { bytesWritten } = await file.write(chunk, written, chunk.length - written, offset + length);
      written += bytesWritten;
      length += bytesWritten;
    }
  }
  return length;
}

/** Not the backup before a restore, which stays until its owner deletes it. */
export async function removeJobFiles({ upload, file }: JobState): Promise<void> {
  for (const path of [upload?.path, file?.isTemporary && file.path])
    if (path) await rm(path, { force: true });
}

/** Of jobs of a process that has ended. */
export async function removeOldFiles(
  { folder, dataDir, database }: JobWorkDeps,
  currentId: string | null,
): Promise<void> {
  for (const name of existsSync(folder) ? await readdir(folder) : [])
    if (currentId === null || !name.startsWith(currentId)) await rm(join(folder, name), { force: true });
  // Another process may be restoring, also `npm run restore`.
  const release = await database.tryLock('dataJobs');
  if (release) await removeUnfinishedBackups(dataDir).finally(release);
}

/** Of an export or a backup. */
export async function createFile(
  { backup, folder, now }: JobWorkDeps,
  job: JobState,
  onProgress: ReportProgress,
): Promise<NextPhase> {
  const isExport = job.kind === 'export';
  const path = join(folder, `${job.id}.result`);
  const name = `unspool-${fileTimestamp(now())}${isExport ? '.zip' : '.backup.gz'}`;
  if (isExport) await backup.exportToFile(path, onProgress);
  else job.missingFiles = (await backup.createBackup(path, onProgress)).missingFiles;
  job.file = { path, name, bytes: (await stat(path)).size, isTemporary: true };
  return 'done';
}

export async function importFile(
  { backup }: JobWorkDeps,
  job: UploadedJob,
  { isDryRun, onProgress }: { isDryRun: boolean; onProgress: ReportProgress },
): Promise<NextPhase> {
  const { signal } = job.controller;
  const options = { ...job.importOptions, replace: job.replacesPosts, isDryRun, signal, onProgress };
  const imported = await backup.importFromFile(job.upload.path, options);
  if (!imported.ok) return failJob(job, imported.error);
  job.import = summarizeImport(imported.value);
  return isDryRun ? 'checked' : 'done';
}

export async function checkBackup(
  deps: JobWorkDeps,
  job: UploadedJob,
  onProgress: ReportProgress,
): Promise<NextPhase> {
  const preview = await previewRestore(deps, job.upload.path, job.actor, onProgress);
  if (!preview.ok) return failJob(job, preview.error);
  job.restore = preview.value;
  return 'checked';
}

export async function restore(
  deps: JobWorkDeps,
  job: UploadedJob,
  onProgress: ReportProgress,
  isAllowed?: RestoreCheck,
): Promise<NextPhase> {
  const previousBackup = previousBackupName(deps.now());
  const replacedBackupPath = join(deps.dataDir, previousBackup);
  const options = {
    path: job.upload.path,
    replacedBackupPath,
    actor: job.actor,
    isAllowed,
    onProgress,
    onCommit: () => {
      job.isFinal = true;
    },
  };
  let mayHaveReplaced = false;
  try {
    const restored = await restoreBackup(deps, options);
    mayHaveReplaced = restored.ok || restored.error.code === 'restore.unknown';
    if (restored.ok) {
      const { rows, files } = restored.value;
      job.restored = { rows, files, previousBackup };
    } else {
      if (mayHaveReplaced)
        deps.log.error({ error: restored.error.cause }, 'a restore lost the connection during its commit');
      failJob(job, { code: restored.error.code, ...(mayHaveReplaced && { entry: previousBackup }) });
    }
  } finally {
    if (!mayHaveReplaced) await rm(replacedBackupPath, { force: true });
  }
  if (mayHaveReplaced)
    await deps
      .onRestored()
      .catch((error: unknown) => deps.log.error({ error }, 'refreshing after a restore failed'));
  return job.failure ? 'failed' : 'done';
}

function failJob(job: JobState, { code, entry }: { code: DataJobFailure; entry?: string }): 'failed' {
  job.failure = { code, entry: entry ?? null };
  return 'failed';
}
