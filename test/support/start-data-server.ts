import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DataJob, ForeignImportOptions } from '#backup/data-job-contract.ts';
import type { TestDatabase } from './databases.ts';
import { startAdminTestServer } from './start-admin-server.ts';
import type { TestServerOptions } from './start-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const ownerPassword = 'correct horse battery';

export type DataTestServer = Awaited<ReturnType<typeof startDataServer>>;

export async function startDataServer(
  database: TestDatabase,
  { environment, ...options }: TestServerOptions = {},
) {
  const dataDir = temporaryFolder();
  const server = await startAdminTestServer({
    ...options,
    environment: { DATA_DIR: dataDir, ...environment },
    overrides: { database, ...options.overrides },
  });
  const folder = join(dataDir, 'archives', 'jobs');

  async function readJob(): Promise<DataJob> {
    return (await server.request('owner', 'GET /data/jobs')).body.job;
  }
  /** Polls like the page. */
  async function waitForPhase(...phases: DataJob['phase'][]): Promise<DataJob> {
    let job = await readJob();
    await expect
      .poll(
        async () => {
          job = await readJob();
          return job.phase;
        },
        { interval: 20 },
      )
      .toSatisfy((phase) => phases.includes(phase));
    return job;
  }
  /** Of a finished export or backup. */
  async function download({ id, file }: DataJob): Promise<Buffer> {
    const response = await fetch(`${server.origin}/api/admin/data/jobs/${id}/file`, {
      headers: { cookie: server.getCookie('owner') },
    });
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="${file?.name}"`,
    ]);
    return Buffer.from(await response.arrayBuffer());
  }
  return {
    ...server,
    dataDir,
    /** Names of the temporary files. */
    listJobFiles: () => (existsSync(folder) ? readdirSync(folder) : []),
    readJob,
    waitForPhase,
    download,
    /** Uploads a file and waits for its dry run. */
    async check(
      kind: 'import' | 'restore',
      bytes: Uint8Array,
      replace = false,
      importOptions?: ForeignImportOptions,
    ) {
      const started = await server.request('owner', 'POST /data/jobs', {
        body: { kind, size: bytes.length, ...(importOptions && { options: importOptions }) },
      });
      expect(started.body).toMatchObject({ job: { kind, phase: 'uploading', isOwn: true } });
      const { id } = started.body.job;
      const uploaded = await server.request('owner', `PUT /data/jobs/${id}/upload?offset=0`, {
        body: bytes,
        headers: { 'content-type': 'application/octet-stream' },
      });
      expect(uploaded.body.job.upload).toEqual({ receivedBytes: bytes.length, totalBytes: bytes.length });
      const checking = await server.request('owner', `POST /data/jobs/${id}/check`, { body: { replace } });
      expect(checking.status).toBe(202);
      return waitForPhase('checked', 'failed');
    },
    async create(kind: 'export' | 'backup') {
      const body = { kind, password: ownerPassword };
      const started = await server.request('owner', 'POST /data/jobs', { body });
      expect([started.status, started.body.job?.kind]).toEqual([202, kind]);
      return download(await waitForPhase('done'));
    },
  };
}
