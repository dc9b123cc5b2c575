import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '#platform/result.ts';
import {
  type DataJob,
  type DataJobErrorCode,
  type ForeignImportOptions,
  isLeftFromSetup,
  type JobActor,
  type ReportProgress,
  type RestoreProgress,
  uploadBytesMax,
  uploadChunkBytes,
} from './data-job-contract.ts';
import {
  changesDatabase,
  createJob,
  findStopState,
  hasProgressToken,
  isExpired,
  isReplaceable,
  isWorking,
  type JobState,
  mayDownload,
  toDataJob,
  toFailureCode,
  type UploadedJob,
} from './jobs/job-state.ts';
import {
  appendChunk,
  checkBackup,
  createFile,
  importFile,
  type JobWorkDeps,
  type NextPhase,
  removeJobFiles,
  removeOldFiles,
  restore,
} from './jobs/job-work.ts';
import { deletePreviousBackup, findPreviousBackup, listPreviousBackups } from './jobs/previous-backups.ts';
import type { RestoreCheck } from './restore-backup.ts';

export interface DataJobError {
  code: DataJobErrorCode;
}

type JobResult = Result<DataJob, DataJobError>;
type ApplyResult = Result<{ job: DataJob; progressToken: string | null }, DataJobError>;

export type DataJobRequest =
  | { kind: 'export' | 'backup' }
  /** Makes the backup before a restore available for download. */
  | { kind: 'previous'; name: string }
  /** `size`: bytes of the file to upload. */
  | { kind: 'restore'; size: number }
  | { kind: 'import'; size: number; options?: ForeignImportOptions | undefined };

export type DataJobs = ReturnType<typeof createDataJobs>;

const expiryCheckMs = 60_000;

/** At most one job at a time. Its state is in the memory of this process, its files in `folder`. */
export function createDataJobs(deps: JobWorkDeps) {
  const { database, folder, log, now } = deps;
  let current: JobState | null = null;
  let expiryTimer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const onCleanupError = (error: unknown) => log.error({ error }, 'cleaning up after a data job failed');

  async function remove(job: JobState): Promise<void> {
    if (current === job) current = null;
    await job.work;
    await removeJobFiles(job);
  }

  async function finishWork({ kind, failure, upload }: JobState, next: NextPhase): Promise<void> {
    if (next === 'checked') return;
    log.info({ kind, code: failure?.code ?? null }, 'data job ended');
    if (upload) await rm(upload.path, { force: true });
  }

  function findCurrent(): JobState | null {
    if (current && isExpired(current, now())) remove(current).catch(onCleanupError);
    return current;
  }

  function findOwn(id: string, actor: JobActor, phase: JobState['phase']): Result<UploadedJob, DataJobError> {
    const job = findCurrent();
    if (job?.id !== id || job.actor.id !== actor.id || !job.upload) return fail({ code: 'data.gone' });
    if (job.phase !== phase || job.upload.isAppending) return fail({ code: 'data.unexpected' });
    return ok(job as UploadedJob);
  }

  function findRestore(token: string): JobState | null {
    const job = findCurrent();
    return job && hasProgressToken(job, token) ? job : null;
  }

  /** Claims the phase before the first `await`. Resolves when the work has started. */
  async function runWork(
    job: JobState,
    phase: 'checking' | 'running',
    work: (onProgress: ReportProgress) => Promise<NextPhase>,
  ): Promise<Result<null, DataJobError>> {
    const before = job.phase;
    const { kind, controller } = job;
    const endsBetweenPosts = kind === 'import' && phase === 'running';
    Object.assign(job, { phase, progress: null });
    const release = await database.tryLock('dataJobs').catch((error: unknown) => {
      job.phase = before;
      throw error;
    });
    if (!release) {
      job.phase = before;
      return fail({ code: 'data.busy' });
    }
    const onProgress: ReportProgress = (progress) => {
      if (!endsBetweenPosts || progress.step === 'check') controller.signal.throwIfAborted();
      job.progress = progress;
    };
    job.work = work(onProgress)
      .catch((error: unknown): NextPhase => {
        const isStopped = controller.signal.aborted;
        job.failure = { code: isStopped ? 'job.stopped' : toFailureCode(error), entry: null };
        if (!isStopped) log.error({ error, kind }, 'data job failed');
        return 'failed';
      })
      .then(async (next) => {
        await finishWork(job, next).catch(onCleanupError);
        await release().catch(onCleanupError);
        job.changedAt = now();
        job.phase = next;
      });
    return ok(null);
  }

  return {
    read(viewer: JobActor): DataJob | null {
      const job = findCurrent();
      return job && !isLeftFromSetup(job.actor, viewer) ? toDataJob(job, viewer) : null;
    },

    async start(request: DataJobRequest, actor: JobActor): Promise<JobResult> {
      const kind = request.kind === 'previous' ? 'backup' : request.kind;
      if ('size' in request && request.size > uploadBytesMax) return fail({ code: 'data.too_large' });
      const old = findCurrent();
      if (isStopped || (old && !isReplaceable(old, actor))) return fail({ code: 'data.busy' });
      const job = createJob(kind, actor, now());
      if (request.kind === 'import') job.importOptions = request.options ?? {};
      current = job;
      expiryTimer ??= setInterval(() => findCurrent(), expiryCheckMs).unref();
      try {
        if (old) await remove(old);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if ('size' in request) {
          const path = join(folder, `${job.id}.upload`);
          await (await open(path, 'wx', 0o600)).close();
          job.upload = { path, receivedBytes: 0, totalBytes: request.size, isAppending: false };
          job.phase = 'uploading';
          return ok(toDataJob(job, actor));
        }
        if (request.kind === 'previous') {
          const file = await findPreviousBackup(deps.dataDir, request.name);
          current = file && job;
          if (!file) return fail({ code: 'data.gone' });
          Object.assign(job, { phase: 'done', file: { ...file, isTemporary: false } });
          return ok(toDataJob(job, actor));
        }
        const started = await runWork(job, 'running', (onProgress) => createFile(deps, job, onProgress));
        if (started.ok) return ok(toDataJob(job, actor));
        current = null;
        return started;
      } catch (error) {
        current = null;
        throw error;
      }
    },

    async append(
      id: string,
      offset: number,
      body: AsyncIterable<Uint8Array>,
      actor: JobActor,
    ): Promise<JobResult> {
      const found = findOwn(id, actor, 'uploading');
      if (!found.ok) return found;
      const { upload } = found.value;
      // A part is sent again if its response was lost.
      if (offset > upload.receivedBytes) return fail({ code: 'data.chunk' });
      const maxBytes = Math.min(uploadChunkBytes, upload.totalBytes - offset);
      upload.receivedBytes = offset;
      upload.isAppending = true;
      try {
        const length = await appendChunk(upload.path, body, { offset, maxBytes });
        if (length === null) return fail({ code: 'data.chunk' });
        upload.receivedBytes = offset + length;
      } finally {
        upload.isAppending = false;
        found.value.changedAt = now();
      }
      return ok(toDataJob(found.value, actor));
    },

    /** The dry run. */
    async check(id: string, { replace }: { replace: boolean }, actor: JobActor): Promise<JobResult> {
      const found = findOwn(id, actor, 'uploading');
      if (!found.ok) return found;
      const job = found.value;
      if (job.upload.receivedBytes !== job.upload.totalBytes) return fail({ code: 'data.unexpected' });
      job.replacesPosts = replace;
      const started = await runWork(job, 'checking', (onProgress) =>
        job.kind === 'import'
          ? importFile(deps, job, { isDryRun: true, onProgress })
          : checkBackup(deps, job, onProgress),
      );
      return started.ok ? ok(toDataJob(job, actor)) : started;
    },

    /** `progressToken` of a restore: for `readRestore`. */
    async apply(id: string, actor: JobActor, isAllowed?: RestoreCheck): Promise<ApplyResult> {
      const found = findOwn(id, actor, 'checked');
      if (!found.ok) return found;
      const job = found.value;
      const started = await runWork(job, 'running', (onProgress) =>
        job.kind === 'import'
          ? importFile(deps, job, { isDryRun: false, onProgress })
          : restore(deps, job, onProgress, isAllowed),
      );
      if (!started.ok) return started;
      if (job.kind === 'restore') job.progressToken = randomBytes(32).toString('base64url');
      return ok({ job: toDataJob(job, actor), progressToken: job.progressToken });
    },

    /** Cancels and removes the job, unless it changes the database. */
    async discard(id: string, actor: JobActor): Promise<Result<null, DataJobError>> {
      const job = findCurrent();
      const isOthers = job && !isReplaceable(job, actor) && job.actor.id !== actor.id;
      if (job?.id !== id || isOthers) return fail({ code: 'data.gone' });
      if (job.phase === 'running' && changesDatabase(job)) return fail({ code: 'data.unexpected' });
      job.controller.abort();
      await remove(job);
      return ok(null);
    },

    /** Ends an import after the current post. */
    stopImport(id: string, actor: JobActor): JobResult {
      const job = findCurrent();
      if (job?.id !== id || job.actor.id !== actor.id) return fail({ code: 'data.gone' });
      if (job.kind !== 'import' || findStopState(job) === null) return fail({ code: 'data.unexpected' });
      job.controller.abort();
      return ok(toDataJob(job, actor));
    },

    isRestoring: () => current?.kind === 'restore' && current.phase === 'running' && current.upload !== null,
    listPrevious: () => listPreviousBackups(deps.dataDir),
    async deletePrevious(name: string): Promise<boolean> {
      if (current?.file?.name === name) await remove(current);
      return deletePreviousBackup(deps.dataDir, name);
    },

    findFile(id: string, viewer: JobActor): Result<NonNullable<JobState['file']>, DataJobError> {
      const job = findCurrent();
      if (job?.id !== id || !job.file) return fail({ code: 'data.gone' });
      return mayDownload(job, viewer) ? ok(job.file) : fail({ code: 'data.other_session' });
    },

    readRestore(token: string): RestoreProgress | null {
      const job = findRestore(token);
      if (!job) return null;
      const { phase, progress, restored, failure } = job;
      return { phase, progress, stop: findStopState(job), restored, failure };
    },

    /** Changes nothing any more: its transaction is rolled back. False if it is too late. */
    stopRestore(token: string): boolean {
      const job = findRestore(token);
      const canStop = job !== null && findStopState(job) !== null;
      if (canStop) job.controller.abort();
      return canStop;
    },

    /** Files of a process that has ended. */
    removeOldFiles: () => removeOldFiles(deps, current?.id ?? null).catch(onCleanupError),

    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(expiryTimer);
      if (!current) return;
      if (isWorking(current)) current.controller.abort();
      await remove(current);
    },
  };
}
