import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyDatabase } from '#test/support/databases.ts';
import { type DataTestServer, ownerPassword, startDataServer } from '#test/support/start-data-server.ts';

const older = 'unspool-2026-10-01T08-00-00-replaced.backup.gz';
const newer = 'unspool-2026-11-22T01-38-00-replaced.backup.gz';

async function startWithBackups() {
  const server = await startDataServer(await emptyDatabase());
  for (const name of [older, newer]) writeFileSync(join(server.dataDir, name), name);
  writeFileSync(join(server.dataDir, 'secret'), 'a secret');
  return server;
}
const prepare = (server: DataTestServer, name: string, password = ownerPassword) =>
  server.request('owner', 'POST /data/jobs', { body: { kind: 'previous', name, password } });
const remove = (server: DataTestServer, name: string, password = ownerPassword) =>
  server.request('owner', `DELETE /data/previous/${encodeURIComponent(name)}`, { body: { password } });
const listNames = async ({ services }: DataTestServer) =>
  (await services.dataJobs.listPrevious()).map(({ name }) => name);

test('a backup from before a restore is downloaded with the password, and stays', async () => {
  await using server = await startWithBackups();
  expect(await server.services.dataJobs.listPrevious()).toEqual([
    { name: newer, createdAt: '2026-11-22T01:38:00.000Z', bytes: newer.length },
    { name: older, createdAt: '2026-10-01T08:00:00.000Z', bytes: older.length },
  ]);
  const wrong = await prepare(server, newer, 'wrong horse battery');
  expect([wrong.status, wrong.body.code]).toEqual([422, 'password.wrong']);
  const started = await prepare(server, newer);
  const file = { name: newer, bytes: newer.length, isTemporary: false, isDownloadable: true };
  expect(started.body.job).toMatchObject({ kind: 'backup', phase: 'done', file });
  expect((await server.download(started.body.job)).toString()).toBe(newer);
  const { accounts } = server.services;
  const signedIn = await accounts.signIn(
    { email: 'owner@example.org', password: ownerPassword },
    { headers: new Headers(), network: '' },
  );
  const headers = { cookie: signedIn.ok ? (signedIn.value[0]?.split(';')[0] ?? '') : '' };
  const other = await server.request(null, `GET /data/jobs/${started.body.job.id}/file`, { headers });
  expect([other.status, other.body.code]).toEqual([403, 'data.other_session']);
  expect((await server.request('owner', `DELETE /data/jobs/${started.body.job.id}`)).status).toBe(200);
  // Also after another one took its place.
  expect((await prepare(server, older)).status).toBe(202);
  await server.create('export');
  expect(await listNames(server)).toEqual([newer, older]);
});

test('a backup from before a restore is deleted with the password', async () => {
  await using server = await startWithBackups();
  expect((await remove(server, older, '')).body.code).toBe('password.wrong');
  expect(await listNames(server)).toEqual([newer, older]);
  const deleted = await remove(server, older);
  expect([deleted.status, deleted.body.previous]).toMatchObject([200, [{ name: newer }]]);
  expect(existsSync(join(server.dataDir, older))).toBe(false);
  expect((await remove(server, older)).body.code).toBe('data.gone');
  // One that is offered for download is no longer.
  expect((await prepare(server, newer)).status).toBe(202);
  expect((await remove(server, newer)).body).toEqual({ previous: [], job: null });
});

test.each(['secret', '../secret', `../${newer}`, `archives/${newer}`, 'unspool-x-replaced.backup.gz', ''])(
  'no other file is downloaded or deleted: %j',
  async (name) => {
    await using server = await startWithBackups();
    const listFiles = () =>
      readdirSync(server.dataDir)
        .filter((file) => file !== 'archives')
        .sort();
    const before = listFiles();
    expect((await prepare(server, name)).body.code).toBe('data.gone');
    expect((await remove(server, name)).status).toBe(404);
    expect(listFiles()).toEqual(before);
    expect((await server.request('owner', 'GET /data/jobs')).body).toEqual({ job: null });
  },
);
