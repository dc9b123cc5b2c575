import {
  type DataJob,
  type ForeignImportOptions,
  type PreviousBackup,
  setupDataPath,
} from '#backup/data-job-contract.ts';
import { type AdminApiResult, type CallOptions, callAdminApi, callApi } from '../admin-api.ts';

export type DataJobsApi = ReturnType<typeof createDataJobsApi>;

/** With the token of a set-up link, there is no session, and all that is possible is a restore. */
export function createDataJobsApi(setupToken?: string) {
  const call = <T>(path: string, options: CallOptions = {}): AdminApiResult<T> =>
    setupToken === undefined
      ? callAdminApi<T>(`/data${path}`, options)
      : callApi<T>(setupDataPath + path, { ...options, token: setupToken });

  return {
    read: (signal?: AbortSignal) => call<{ job: DataJob | null }>('/jobs', { signal }),
    start: (
      request:
        | { kind: 'export' | 'backup'; password: string }
        | { kind: 'previous'; name: string; password: string }
        | { kind: 'restore'; size: number }
        | { kind: 'import'; size: number; options: ForeignImportOptions },
    ) => call<{ job: DataJob }>('/jobs', { method: 'POST', body: request }),
    /** The server stores the part behind the first `offset` bytes. */
    uploadPart: (id: string, offset: number, part: Blob, signal?: AbortSignal) =>
      call<{ job: DataJob }>(`/jobs/${id}/upload?offset=${offset}`, {
        method: 'PUT',
        body: part.slice(0, part.size, 'application/octet-stream'),
        signal,
      }),
    check: (id: string, replace: boolean) =>
      call<{ job: DataJob }>(`/jobs/${id}/check`, { method: 'POST', body: { replace } }),
    /** `password`: only for a restore with a session. Its progress is read with the token. */
    apply: (id: string, password?: string) =>
      call<{ job: DataJob; progressToken: string | null }>(`/jobs/${id}/apply`, {
        method: 'POST',
        body: { ...(password !== undefined && { password }) },
      }),
    /** Of an import. */
    stop: (id: string) => call<{ job: DataJob }>(`/jobs/${id}/stop`, { method: 'POST', body: {} }),
    deletePrevious: (name: string, password: string) =>
      call<{ previous: PreviousBackup[]; job: DataJob | null }>(`/previous/${name}`, {
        method: 'DELETE',
        body: { password },
      }),
    discard: (id: string) => call<{ job: null }>(`/jobs/${id}`, { method: 'DELETE' }),
  };
}
