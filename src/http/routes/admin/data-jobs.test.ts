import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, inject, test } from 'vitest';
import { uploadBytesMax, uploadChunkBytes } from '#backup/data-job-contract.ts';
import { emptyDatabase, openFreshServerDatabase } from '#test/support/databases.ts';
import { buildExport } from '#test/support/open-site.ts';
import { type DataTestServer, ownerPassword, startDataServer } from '#test/support/start-data-server.ts';

const octets = { 'content-type': 'application/octet-stream' };
const startUpload = (server: DataTestServer, size: number, kind: 'import' | 'restore' = 'import') =>
  server.request('owner', 'POST /data/jobs', { body: { kind, size } });
const put = (server: DataTestServer, id: string, offset: number | string, body: Uint8Array, headers = {}) =>
  server.request('owner', `PUT /data/jobs/${id}/upload?offset=${offset}`, {
    body,
    headers: { ...octets, ...headers },
  });

test('a file arrives in parts, in order, and no longer than announced', async () => {
  await using server = await startDataServer(await emptyDatabase());
  const bytes = await buildExport();
  const half = Math.floor(bytes.length / 2);
  const { id } = (await startUpload(server, bytes.length)).body.job;
  expect((await put(server, id, 0, bytes.subarray(0, half))).body.job.upload.receivedBytes).toBe(half);
  // As if its response was lost.
  expect((await put(server, id, 0, bytes.subarray(0, half))).body.job.upload.receivedBytes).toBe(half);
  const rejected = [
    await put(server, id, bytes.length, bytes.subarray(half)),
    await put(server, id, -1, bytes.subarray(half)),
    await put(server, id, 'x', bytes.subarray(half)),
    await put(server, id, half, Buffer.concat([bytes.subarray(half), Buffer.alloc(1)])),
  ];
  expect(rejected.map(({ status, body }) => [status, body.code])).toEqual(
    rejected.map(() => [409, 'data.chunk']),
  );
  const early = await server.request('owner', `POST /data/jobs/${id}/check`, { body: { replace: false } });
  expect([early.status, early.body.code]).toEqual([409, 'data.unexpected']);
  const form = await put(server, id, half, bytes.subarray(half), { 'content-type': 'text/plain' });
  expect([form.status, form.body.code]).toEqual([415, 'body.type']);
  expect((await put(server, id, half, bytes.subarray(half))).body.job.upload.receivedBytes).toBe(
    bytes.length,
  );
  await server.request('owner', `POST /data/jobs/${id}/check`, { body: { replace: false } });
  expect((await server.waitForPhase('checked', 'failed')).import?.counts.created).toBe(1);
  const late = await put(server, id, 0, bytes);
  expect([late.status, late.body.code]).toEqual([409, 'data.unexpected']);
});

test('a file above the limit and a part above its limit are rejected', async () => {
  await using server = await startDataServer(await emptyDatabase());
  const large = await startUpload(server, uploadBytesMax + 1);
  expect([large.status, large.body.code]).toEqual([413, 'data.too_large']);
  for (const size of [0, -1, 1.5, '1', null, 1e300])
    expect((await startUpload(server, size as number)).status).toBe(400);
  const { id } = (await startUpload(server, uploadBytesMax)).body.job;
  const part = await put(server, id, 0, Buffer.alloc(uploadChunkBytes + 1));
  expect([part.status, part.body.code]).toEqual([409, 'data.chunk']);
  expect((await server.readJob()).upload?.receivedBytes).toBe(0);
});

test('only one job runs at a time, and its owner decides about its upload', async () => {
  await using server = await startDataServer(await emptyDatabase());
  const { accounts } = server.services;
  const id = server.getUserId('editor');
  await accounts.changeRole(id, 'owner');
  const signedIn = await accounts.signIn(
    { email: 'editor@example.org', password: ownerPassword },
    { headers: new Headers(), network: '' },
  );
  const headers = { cookie: signedIn.ok ? (signedIn.value[0]?.split(';')[0] ?? '') : '' };
  const { job } = (await startUpload(server, 10)).body;
  const asOther = (call: string, body?: object) => server.request(null, call, { headers, body });
  const busy = await asOther('POST /data/jobs', { kind: 'export', password: ownerPassword });
  expect([busy.status, busy.body.code]).toEqual([409, 'data.busy']);
  expect(busy.body.error).toMatch(/in progress/);
  expect((await asOther('GET /data/jobs')).body.job).toMatchObject({ userName: 'Ada', isOwn: false });
  for (const call of [`POST /data/jobs/${job.id}/check`, `DELETE /data/jobs/${job.id}`])
    expect((await asOther(call, { replace: false })).body.code).toBe('data.gone');
  // The same owner may start something else.
  const second = await startUpload(server, 20);
  expect(second.status).toBe(202);
  expect(server.listJobFiles()).toEqual([`${second.body.job.id}.upload`]);
  const [first, other] = await Promise.all([
    server.request('owner', 'POST /data/jobs', { body: { kind: 'export', password: ownerPassword } }),
    server.request('owner', 'POST /data/jobs', { body: { kind: 'export', password: ownerPassword } }),
  ]);
  expect([first.status, other.status].sort()).toEqual([202, 409]);
  await server.waitForPhase('done');
});

test('an abandoned upload expires', async () => {
  let now = Date.now();
  await using server = await startDataServer(await emptyDatabase(), { overrides: { now: () => now } });
  await startUpload(server, 10);
  now += 119_000;
  expect((await server.readJob()).phase).toBe('uploading');
  now += 2_000;
  expect((await server.readJob()) ?? null).toBeNull();
  await expect.poll(() => server.listJobFiles()).toEqual([]);
});

test('the next start removes the files of a killed process', async () => {
  await using server = await startDataServer(await emptyDatabase());
  const folder = join(server.dataDir, 'archives', 'jobs');
  mkdirSync(folder, { recursive: true });
  for (const name of ['a.upload', 'b.result', 'b.result.unfinished']) writeFileSync(join(folder, name), 'x');
  const { job } = (await startUpload(server, 10)).body;
  await server.services.dataJobs.removeOldFiles();
  expect(server.listJobFiles()).toEqual([`${job.id}.upload`]);
});

test('the next start removes backups of killed restores, but not while another process restores', async () => {
  const database = await emptyDatabase();
  await using server = await startDataServer(database);
  const name = 'unspool-2026-11-22T01-38-00-replaced.backup.gz';
  const others = [name, 'mine.unfinished'];
  for (const other of others) writeFileSync(join(server.dataDir, other), 'x');
  const unfinished = [`${name}.unfinished`, `${name}.unfinished.unfinished`];
  for (const file of unfinished) writeFileSync(join(server.dataDir, file), 'x');
  const listFiles = () =>
    readdirSync(server.dataDir).filter((file) => [...others, ...unfinished].includes(file));
  const release = await database.tryLock('dataJobs');
  await server.services.dataJobs.removeOldFiles();
  expect(listFiles()).toHaveLength(4);
  await release?.();
  await server.services.dataJobs.removeOldFiles();
  expect(listFiles().sort()).toEqual(others.sort());
});

test('a running export is canceled and leaves no file', async () => {
  await using server = await startDataServer(await emptyDatabase());
  const started = await server.request('owner', 'POST /data/jobs', {
    body: { kind: 'export', password: ownerPassword },
  });
  const canceled = await server.request('owner', `DELETE /data/jobs/${started.body.job.id}`);
  expect(canceled.status).toBe(200);
  expect(server.listJobFiles()).toEqual([]);
  expect((await server.request('owner', 'GET /data/jobs')).body).toEqual({ job: null });
});

describe.skipIf(inject('postgresUrl') === null)('on PostgreSQL', () => {
  test('a second node can’t start a job while one runs', async () => {
    const database = await openFreshServerDatabase(inject('postgresUrl') ?? '');
    const shared = { ...database, [Symbol.asyncDispose]: async () => undefined };
    try {
      await using server = await startDataServer(shared);
      const release = await database.tryLock('dataJobs');
      expect(release).not.toBeNull();
      const busy = await server.request('owner', 'POST /data/jobs', {
        body: { kind: 'export', password: ownerPassword },
      });
      expect([busy.status, busy.body.code]).toEqual([409, 'data.busy']);
      await release?.();
      await server.create('export');
      // Released when the job ended.
      await expect.poll(async () => (await database.tryLock('dataJobs')) !== null).toBe(true);
    } finally {
      await database.close();
    }
  });
});

const bombs: [
  name: string,
  kind: 'import' | 'restore',
  code: string,
  build: () => Buffer | Promise<Buffer>,
][] = [
  [
    'a ZIP bomb',
    'import',
    'archive.unreadable',
    () => buildExport({}, {}, { 'tags.json': Buffer.alloc(30_000_000, ' ') }),
  ],
  [
    'a ZIP with a path that leads outside',
    'import',
    'archive.names',
    async () => {
      const archive = await buildExport({}, {}, { 'aaaaaaaaa.txt': 'x' });
      return Buffer.from(archive.toString('latin1').replaceAll('aaaaaaaaa.txt', '../../aaa.txt'), 'latin1');
    },
  ],
  ['no archive', 'import', 'archive.unreadable', () => Buffer.from('no archive')],
  ['a script as an export', 'import', 'archive.unreadable', () => Buffer.from('<script>alert(1)</script>')],
  ['a backup as an export', 'import', 'archive.unfit', () => gzipSync('{"unspool":"backup"}\n')],
  ['no gzip', 'restore', 'backup.damaged', () => Buffer.from('no gzip')],
  ['lines without an end', 'restore', 'backup.damaged', () => gzipSync('{"unspool":"backup"}\n')],
];

test.each(bombs)('%s is rejected, and its file deleted', async (_, kind, code, build) => {
  await using server = await startDataServer(await emptyDatabase());
  const job = await server.check(kind, await build());
  expect([job.phase, job.failure?.code]).toEqual(['failed', code]);
  await expect.poll(() => server.listJobFiles()).toEqual([]);
});
