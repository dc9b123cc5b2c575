import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type DataJob,
  type ForeignImportOptions,
  type PreviousBackup,
  type RestoreProgress,
  uploadBytesMax,
  uploadChunkBytes,
} from '#backup/data-job-contract.ts';
import { parseJsonOrNull } from '../../browser/parse-json.ts';
import { useTranslator } from '../../translator.tsx';
import { type AdminApiResult, adminApiErrorMessage } from '../admin-api.ts';
import { createDataJobsApi, type DataJobsApi } from './data-jobs-api.ts';

const pollMs = 1000;
const uploadAttempts = 5;

const isWorking = ({ phase }: Pick<DataJob, 'phase'>) => phase === 'checking' || phase === 'running';

type DataJobCall = AdminApiResult<{ job: DataJob | null; progressToken?: string | null }>;

/** What happens with an uploaded file. */
type UploadRequest =
  | { kind: 'restore' }
  | { kind: 'import'; replace: boolean; options: ForeignImportOptions };

export type DataJobControls = ReturnType<typeof useDataJob>;

/** `setupToken`: of the link for the first owner. */
export function useDataJob(initialJob: DataJob | null, setupToken?: string) {
  const t = useTranslator();
  const dataJobsApi = useMemo(() => createDataJobsApi(setupToken), [setupToken]);
  const [job, setJob] = useState(initialJob);
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const uploading = useRef<AbortController | null>(null);
  const [progressToken, setProgressToken] = useState<string | null>(null);
  const jobId = job?.id;
  const isFollowed = job !== null && (isWorking(job) || (job.phase === 'uploading' && !job.isOwn));

  const refresh = useCallback(async () => {
    if (progressToken !== null) {
      const progress = await requestRestore('GET', progressToken);
      if (progress !== 'gone') {
        if (progress) setJob((current) => current && { ...current, ...progress });
        return;
      }
      // The server has restarted. If it had restored the backup, the session has ended.
      const session = await dataJobsApi.read();
      if (!session.ok && session.error.status !== 401) return;
      setProgressToken(null);
      setJob(session.ok ? session.value.job : null);
      setError(session.ok ? t('admin.data.error_gone') : adminApiErrorMessage(t, session.error));
      return;
    }
    const read = await dataJobsApi.read();
    if (read.ok) setJob(read.value.job);
    else if (read.error.code === 'setup.link') {
      setJob(null);
      setError(adminApiErrorMessage(t, read.error));
    }
  }, [dataJobsApi, progressToken, t]);

  useEffect(() => {
    if (!isFollowed || jobId === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const poll = async () => {
      await refresh();
      if (!isStopped) timer = setTimeout(poll, pollMs);
    };
    timer = setTimeout(poll, pollMs);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [isFollowed, jobId, refresh]);

  useEffect(() => () => uploading.current?.abort(), []);

  /** Returns the job; null after an error. */
  async function send(request: () => DataJobCall): Promise<DataJob | null> {
    setError(null);
    setSending(true);
    const result = await request().finally(() => setSending(false));
    if (!result.ok) {
      setError(adminApiErrorMessage(t, result.error));
      return null;
    }
    setProgressToken(result.value.progressToken ?? null);
    setJob(result.value.job);
    return result.value.job;
  }

  async function upload(file: File, request: UploadRequest): Promise<void> {
    const { size } = file;
    if (size > uploadBytesMax) return setError(t('admin.data.error_too_large'));
    if (size === 0) return setError(t('admin.data.fail_damaged'));
    const started = await send(() =>
      dataJobsApi.start(
        request.kind === 'import'
          ? { kind: 'import', size, options: request.options }
          : { kind: 'restore', size },
      ),
    );
    if (!started) return;
    setFile(file);
    const abortController = new AbortController();
    uploading.current = abortController;
    const uploaded = await uploadParts(dataJobsApi, started.id, file, abortController.signal, setJob);
    uploading.current = null;
    if (abortController.signal.aborted) return;
    if (uploaded.ok)
      await send(() => dataJobsApi.check(started.id, request.kind === 'import' && request.replace));
    else setError(adminApiErrorMessage(t, uploaded.error));
  }

  return {
    job,
    error,
    /** What this page uploads or has uploaded for the job; null if that was before a reload, or for another job. */
    file: job?.isOwn && job.upload ? file : null,
    /** Nobody is signed in, since there is no owner. */
    isSetup: setupToken !== undefined,
    /** False while a restore of this page runs, and after it: it ends all sessions. */
    hasSession: progressToken === null,
    /** A request is in progress. */
    isSending,
    start: (kind: 'export' | 'backup', password: string) => send(() => dataJobsApi.start({ kind, password })),
    preparePrevious: (name: string, password: string) =>
      send(() => dataJobsApi.start({ kind: 'previous', name, password })),
    /** Returns those that are left; null after an error. */
    async deletePrevious(name: string, password: string): Promise<PreviousBackup[] | null> {
      setError(null);
      setSending(true);
      const result = await dataJobsApi.deletePrevious(name, password).finally(() => setSending(false));
      if (result.ok) {
        setJob(result.value.job);
        return result.value.previous;
      }
      setError(adminApiErrorMessage(t, result.error));
      return null;
    },
    upload,
    async apply(password?: string) {
      if (job) await send(() => dataJobsApi.apply(job.id, password));
    },
    /** What it has become is read by the next poll. */
    async stop() {
      if (progressToken !== null) await requestRestore('DELETE', progressToken);
      else if (job) await send(() => dataJobsApi.stop(job.id));
    },
    async discard() {
      uploading.current?.abort();
      if (job) await send(() => dataJobsApi.discard(job.id));
    },
  };
}

/** A part that fails without a response is sent again; the server overwrites what it received of it. */
async function uploadParts(
  dataJobsApi: Pick<DataJobsApi, 'uploadPart'>,
  id: string,
  file: File,
  signal: AbortSignal,
  onProgress: (job: DataJob) => void,
): AdminApiResult<null> {
  let failures = 0;
  for (let offset = 0; offset < file.size; ) {
    const part = file.slice(offset, offset + uploadChunkBytes);
    const sent = await dataJobsApi.uploadPart(id, offset, part, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return null;
    });
    if (sent === null) return { ok: true, value: null };
    if (sent.ok) {
      failures = 0;
      offset += part.size;
      onProgress(sent.value.job);
    } else {
      failures += 1;
      if (sent.error.code !== 'offline' || failures === uploadAttempts) return sent;
      await new Promise((resolve) => setTimeout(resolve, pollMs * failures));
    }
  }
  return { ok: true, value: null };
}

/** null if the server didn't respond, `gone` if it no longer has the job. `DELETE` stops it. */
async function requestRestore(
  method: 'GET' | 'DELETE',
  token: string,
): Promise<Partial<RestoreProgress> | 'gone' | null> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch('/api/data/restore', { method, headers });
    if (response.status === 404) return 'gone';
    const body = parseJsonOrNull(await response.text());
    return response.ok && typeof body === 'object' ? body : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
