import { randomUUID, timingSafeEqual } from 'node:crypto';
import { storageUnavailableCode } from '#platform/storage/storage-errors.ts';
import {
  type DataJob,
  type DataJobFailure,
  type DataJobKind,
  dataJobLifetimeMs,
  type ForeignImportOptions,
  isLeftFromSetup,
  type JobActor,
} from '../data-job-contract.ts';

export interface JobState
  extends Omit<DataJob, 'userName' | 'isOwn' | 'startedAt' | 'upload' | 'file' | 'stop'> {
  actor: JobActor;
  startedAt: number;
  changedAt: number;
  upload: { path: string; receivedBytes: number; totalBytes: number; isAppending: boolean } | null;
  file: { path: string; name: string; bytes: number; isTemporary: boolean } | null;
  importOptions: ForeignImportOptions;
  controller: AbortController;
  /** A restore is committing. */
  isFinal: boolean;
  /** Settles when the current work has ended; never rejects. */
  work: Promise<void>;
  /** Lets whoever starts a restore follow it: its session ends. */
  progressToken: string | null;
}

/** A job that works with a file of the owner's. */
export type UploadedJob = JobState & { upload: NonNullable<JobState['upload']> };

export function createJob(kind: DataJobKind, actor: JobActor, startedAt: number): JobState {
  return {
    id: randomUUID(),
    kind,
    phase: 'running',
    actor,
    startedAt,
    changedAt: startedAt,
    progress: null,
    upload: null,
    file: null,
    missingFiles: 0,
    replacesPosts: false,
    importOptions: {},
    import: null,
    restore: null,
    restored: null,
    failure: null,
    controller: new AbortController(),
    isFinal: false,
    work: Promise.resolve(),
    progressToken: null,
  };
}

const waitingLimits = {
  uploading: dataJobLifetimeMs.upload,
  checked: dataJobLifetimeMs.decision,
  done: dataJobLifetimeMs.result,
  failed: dataJobLifetimeMs.result,
} as const;

export function isWorking({ phase, upload }: JobState): boolean {
  return phase === 'checking' || phase === 'running' || upload?.isAppending === true;
}

export function isExpired(job: JobState, now: number): boolean {
  if (job.phase === 'checking' || job.phase === 'running' || isWorking(job)) return false;
  return now - job.changedAt > waitingLimits[job.phase];
}

/** Whether a new job of this user may take its place. */
export function isReplaceable(job: JobState, user: JobActor): boolean {
  const isWaiting = job.phase === 'uploading' || job.phase === 'checked';
  return !isWorking(job) && (!isWaiting || job.actor.id === user.id || isLeftFromSetup(job.actor, user));
}

export function toDataJob(job: JobState, viewer: { id: string; sessionId: string }): DataJob {
  const { id, kind, phase, actor, progress, upload, file, restore, restored, failure } = job;
  return {
    id,
    kind,
    phase,
    userName: actor.name,
    isOwn: actor.id === viewer.id,
    startedAt: new Date(job.startedAt).toISOString(),
    progress,
    upload: upload && { receivedBytes: upload.receivedBytes, totalBytes: upload.totalBytes },
    file: file && {
      name: file.name,
      bytes: file.bytes,
      isTemporary: file.isTemporary,
      isDownloadable: mayDownload(job, viewer),
    },
    missingFiles: job.missingFiles,
    stop: findStopState(job),
    replacesPosts: job.replacesPosts,
    import: phase === 'running' ? null : job.import,
    restore,
    restored,
    failure,
  };
}

export const changesDatabase = ({ kind }: JobState) => kind === 'import' || kind === 'restore';

export function findStopState(job: JobState): DataJob['stop'] {
  if (job.phase !== 'running' || !changesDatabase(job) || job.isFinal) return null;
  return job.controller.signal.aborted ? 'requested' : 'possible';
}

export function hasProgressToken({ progressToken }: JobState, token: string): boolean {
  const expected = Buffer.from(progressToken ?? '');
  const actual = Buffer.from(token);
  return progressToken !== null && expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** A stolen session can't download what was made with the password. */
export function mayDownload({ actor }: JobState, viewer: { sessionId: string }): boolean {
  return actor.sessionId === viewer.sessionId;
}

const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG', '53100'];

export function toFailureCode(error: unknown): DataJobFailure {
  return fullCodes.includes(storageUnavailableCode(error) ?? '') ? 'storage.full' : 'job.failed';
}
