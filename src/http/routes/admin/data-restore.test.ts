import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { turnOnSecondFactor } from '#accounts/fixtures/open-accounts.ts';
import type { RestoreProgress } from '#backup/data-job-contract.ts';
import { writeJsonLines } from '#backup/dump/json-lines-file.ts';
import { restoreBackup } from '#backup/restore-backup.ts';
import { accountLink, accountSession, apiKey } from '#database/schema.ts';
import { describeDatabases, emptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { type DataTestServer, ownerPassword, startDataServer } from '#test/support/start-data-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const web = async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });

const publish = (server: DataTestServer, title: string) =>
  server.request('owner', 'POST /posts', {
    body: createSaveRequest({ title, status: 'published' }, { mode: 'publish' }),
  });
const listTitles = async (server: DataTestServer) => {
  const response = await fetch(`${server.origin}/api/blog/posts?locale=en`);
  const body = (await response.json()) as { posts: { title: string }[] };
  return body.posts.map(({ title }) => title).sort();
};
async function readProgress(server: DataTestServer, token: string): Promise<RestoreProgress> {
  const response = await fetch(`${server.origin}/api/data/restore`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  return response.json() as Promise<RestoreProgress>;
}
async function restore(server: DataTestServer, backup: Uint8Array): Promise<RestoreProgress> {
  const job = await server.check('restore', backup);
  const applied = await server.request('owner', `POST /data/jobs/${job.id}/apply`, {
    body: { password: ownerPassword },
  });
  expect(applied.status).toBe(202);
  let progress: RestoreProgress | null = null;
  await expect
    .poll(
      async () => {
        progress = await readProgress(server, applied.body.progressToken);
        return progress.phase;
      },
      { interval: 20 },
    )
    .not.toBe('running');
  if (!progress) throw new Error('no progress');
  return progress;
}
const listPrevious = (server: DataTestServer) =>
  readdirSync(server.dataDir).filter((name) => name.endsWith('-replaced.backup.gz'));

describeDatabases('a restore of the data page', (open) => {
  test('brings back the second factors of the backup', async () => {
    await using server = await startDataServer(await open(), { web });
    const { accounts } = server.services;
    const author = { email: 'author@example.org', password: ownerPassword };
    const { recoveryCodes } = await turnOnSecondFactor(accounts, author, Date.now());
    const backup = await server.create('backup');
    await accounts.resetSecondFactor(server.getUserId('author'));
    await restore(server, backup);
    const client = { headers: new Headers(), network: '' };
    const started = await accounts.signIn(author, client);
    const pendingSignIn = started.ok ? '' : (started.error.pendingSignIn ?? '');
    const code = recoveryCodes[0] ?? '';
    expect((await accounts.completeSignIn({ pendingSignIn, code }, client)).ok).toBe(true);
  });

  test('shows what would change, replaces everything, and everybody signs in again', async () => {
    const database = await open();
    await using server = await startDataServer(database, { web });
    const { accounts, settings } = server.services;
    const [owner] = await accounts.listUsers();
    if (!owner) throw new Error('no owner');
    await publish(server, 'First');
    await settings.save({ siteName: 'Before' }, owner);
    const backup = await server.create('backup');

    await publish(server, 'Second');
    await settings.save({ siteName: 'After' }, owner);
    const editor = server.getUserId('editor');
    await accounts.deleteUser(editor);
    const invited = await accounts.invite({ email: 'late@example.org', role: 'author' }, owner);
    const token = new URL(invited.ok ? invited.value.link : 'x:').searchParams.get('token') ?? '';
    const client = { headers: new Headers(), network: '' };
    await accounts.acceptInvitation(token, { name: 'Late', password: ownerPassword }, client);
    expect(await listTitles(server)).toEqual(['First', 'Second']);

    const job = await server.check('restore', backup);
    expect(job).toMatchObject({
      phase: 'checked',
      restore: {
        isCurrentVersion: true,
        hasActor: true,
        unreadableSecrets: [],
        posts: [{ change: 'removed', title: 'Second', locale: 'en' }],
        users: [
          { change: 'added', email: 'editor@example.org', currentRole: null, backupRole: 'editor' },
          { change: 'removed', name: 'Late', currentRole: 'author', backupRole: null },
        ],
        settings: [{ change: 'changed', name: 'siteName' }],
      },
    });
    const countsOf = (name: string) => job.restore?.kinds.find(({ kind }) => kind === name);
    expect(countsOf('posts')).toEqual({ kind: 'posts', added: 0, changed: 0, removed: 1, unchanged: 1 });
    expect(countsOf('users')).toEqual({ kind: 'users', added: 1, changed: 0, removed: 1, unchanged: 2 });
    expect(countsOf('sign_in')).toMatchObject({ added: 1, removed: 1 });
    expect(Math.abs(Date.parse(job.restore?.createdAt ?? '') - Date.now())).toBeLessThan(60_000);
    expect(await listTitles(server)).toEqual(['First', 'Second']);

    const notifications: (string | null)[] = [];
    database.onNotification((text) => void notifications.push(text));
    const { restored } = await restore(server, backup);
    // Every node drops its cached pages and reads the settings.
    expect(notifications.join()).toMatch(/"kind":"blog","articleId":null,.*"kind":"settings"/);
    expect(restored?.rows).toBeGreaterThan(5);
    expect(await listTitles(server)).toEqual(['First']);
    expect(settings.site().siteName).toBe('Before');
    // The changes since the backup are gone, so the history says why.
    const history = await settings.listChanges({ offset: 0, limit: 10 });
    expect(history.map(({ name, userName, after }) => [name, userName, after])).toEqual([
      ['restore', owner.name, job.restore?.createdAt],
      ['siteName', owner.name, '"Before"'],
    ]);
    // Also the session that the backup contains.
    expect(await database.query.select().from(accountSession)).toEqual([]);
    expect((await server.request('owner', 'GET /data/jobs')).status).toBe(401);
    const signedIn = await accounts.signIn({ email: 'editor@example.org', password: ownerPassword }, client);
    expect(signedIn.ok).toBe(true);
    expect((await accounts.listUsers()).map(({ email }) => email).sort()).toEqual([
      'author@example.org',
      'editor@example.org',
      'owner@example.org',
    ]);
    expect(server.listJobFiles()).toEqual([]);
    // The server goes on: a new session can write, and the previous data can be restored.
    expect(listPrevious(server)).toEqual([restored?.previousBackup]);
    const again = await accounts.signIn({ email: 'owner@example.org', password: ownerPassword }, client);
    const headers = { cookie: again.ok ? (again.value[0]?.split(';')[0] ?? '') : '' };
    const written = await server.request(null, 'POST /posts', {
      headers,
      body: createSaveRequest({ title: 'Third', status: 'published' }, { mode: 'publish' }),
    });
    expect(written.status).toBe(201);
    expect(await listTitles(server)).toEqual(['First', 'Third']);
  });

  test('revoked API keys and used links do not come back', async () => {
    const database = await open();
    await using server = await startDataServer(database);
    const { accounts } = server.services;
    const createKey = (name: string) => accounts.createApiKey({ name, perMinute: '10', endsOn: '' });
    const revoked = await createKey('revoked');
    await createKey('kept');
    await accounts.createPasswordResetLink(server.getUserId('editor'));
    const backup = await server.create('backup');
    for (const { id, name } of await database.query.select().from(apiKey))
      if (name === 'revoked') await accounts.revokeApiKey(id);
    await database.query.delete(accountLink);
    await createKey('new');
    expect((await restore(server, backup)).phase).toBe('done');
    const keys = await database.query.select({ name: apiKey.name }).from(apiKey);
    expect(keys).toEqual([{ name: 'kept' }]);
    expect(await accounts.verifyApiKey(revoked.ok ? revoked.value : '')).toBeNull();
    expect(await database.query.select().from(accountLink)).toEqual([]);
  });

  test('a failed restore changes nothing, and sessions stay', async () => {
    const database = await open();
    await using server = await startDataServer(database);
    await publish(server, 'First');
    const backup = await server.create('backup');
    await publish(server, 'Second');
    const broken = await breakRow(backup);
    const { phase, failure } = await restore(server, broken);
    expect([phase, failure?.code]).toEqual(['failed', 'backup.damaged']);
    expect(await listTitles(server)).toEqual(['First', 'Second']);
    expect((await server.readJob()).phase).toBe('failed');
    expect([server.listJobFiles(), listPrevious(server)]).toEqual([[], []]);
  });

  test('a connection that is lost after the commit keeps the previous backup', async () => {
    const database = await open();
    let isCommitted = () => false;
    const losing: TestDatabase = {
      ...database,
      async transaction(work) {
        const result = await database.transaction(work);
        if (isCommitted()) throw new Error('Connection terminated unexpectedly');
        return result;
      },
    };
    await using server = await startDataServer(losing);
    await publish(server, 'First');
    const backup = await server.create('backup');
    await publish(server, 'Second');
    const job = await server.check('restore', backup);
    isCommitted = () => listPrevious(server).length > 0;
    const applied = await server.request('owner', `POST /data/jobs/${job.id}/apply`, {
      body: { password: ownerPassword },
    });
    const readPhase = async () => (await readProgress(server, applied.body.progressToken)).phase;
    await expect.poll(readPhase).toBe('failed');
    expect(await listTitles(server)).toEqual(['First']);
    const [previous] = listPrevious(server);
    const { failure } = await readProgress(server, applied.body.progressToken);
    expect(failure).toEqual({ code: 'restore.unknown', entry: previous });
  });
});

/** Well-formed, but the database rejects a row. */
async function breakRow(backup: Buffer): Promise<Buffer> {
  const path = join(temporaryFolder(), 'broken.backup.gz');
  const lines = gunzipSync(backup).toString().trimEnd().split('\n').slice(0, -1);
  await writeJsonLines(path, async (writeLine) => {
    for (const text of lines) {
      const line = JSON.parse(text);
      if (line.table === 'post') line.row.status = 'no status';
      await writeLine(line);
    }
  });
  return readFileSync(path);
}

test('a restore requires the password and the token, and a job can be applied once', async () => {
  await using server = await startDataServer(await emptyDatabase());
  const backup = await server.create('backup');
  const job = await server.check('restore', backup);
  const apply = (body: object) => server.request('owner', `POST /data/jobs/${job.id}/apply`, { body });
  for (const body of [{}, { password: '' }, { password: 'wrong horse battery' }])
    expect((await apply(body)).body.code).toBe('password.wrong');
  expect((await server.readJob()).phase).toBe('checked');
  for (const authorization of ['', 'Bearer ', 'Bearer x', `Bearer ${'A'.repeat(43)}`]) {
    const response = await fetch(`${server.origin}/api/data/restore`, { headers: { authorization } });
    expect(response.status).toBe(404);
  }
  const [first, second] = await Promise.all([
    apply({ password: ownerPassword }),
    apply({ password: ownerPassword }),
  ]);
  expect([first.status, second.status].sort()).toEqual([202, expect.toSatisfy((status) => status >= 400)]);
  const token = first.body.progressToken ?? second.body.progressToken;
  await expect.poll(async () => (await readProgress(server, token)).phase).toBe('done');
});

test('a backup without an owner who could sign in is rejected', async () => {
  const database = await emptyDatabase();
  const path = join(temporaryFolder(), 'a.backup.gz');
  await using server = await startDataServer(database);
  const [owner] = await server.services.accounts.listUsers();
  await server.services.backup.createBackup(path);
  const lines = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n').slice(0, -1);
  await writeJsonLines(`${path}2`, async (writeLine) => {
    for (const text of lines) {
      const line = JSON.parse(text);
      if (!(line.table === 'account_credential' && line.row.user_id === owner?.id)) await writeLine(line);
    }
  });
  const job = await server.check('restore', readFileSync(`${path}2`));
  expect(job).toMatchObject({ phase: 'failed', failure: { code: 'backup.ownerless' } });
});

test('the preview names the stored keys that another app secret has encrypted', async () => {
  const database = await emptyDatabase();
  const secret = (letter: string) => ({ APP_SECRET: `Zk3v9QhX7mT2wLp8RsB4nYc6JdF1gAe${letter}` });
  const other = await startDataServer(database, { environment: secret('1') });
  const [owner] = await other.services.accounts.listUsers();
  if (!owner) throw new Error('no owner');
  const changes = { AI_BASE_URL: 'https://model.example/v1', AI_API_KEY: 'a-model-key', AI_MODEL: 'a-model' };
  expect(await other.services.settings.save(changes, owner)).toMatchObject({ ok: true });
  const backup = await other.create('backup');
  await other[Symbol.asyncDispose]();
  await using server = await startDataServer(await emptyDatabase(), { environment: secret('2') });
  const job = await server.check('restore', backup);
  expect(job.restore).toMatchObject({ unreadableSecrets: ['AI_API_KEY'] });
});

test('the preview warns if another app secret has encrypted the second factors', async () => {
  const database = await emptyDatabase();
  const secret = (letter: string) => ({ APP_SECRET: `Zk3v9QhX7mT2wLp8RsB4nYc6JdF1gAe${letter}` });
  const other = await startDataServer(database, { environment: secret('1') });
  const author = { email: 'author@example.org', password: ownerPassword };
  await turnOnSecondFactor(other.services.accounts, author, Date.now());
  const backup = await other.create('backup');
  const own = await other.check('restore', backup);
  expect(own.restore?.hasUnreadableFactors).toBe(false);
  await other[Symbol.asyncDispose]();
  await using server = await startDataServer(await emptyDatabase(), { environment: secret('2') });
  const job = await server.check('restore', backup);
  expect(job.restore?.hasUnreadableFactors).toBe(true);
});

test('the command still restores sessions, so that its hash of the rows is comparable', async () => {
  const database = await emptyDatabase();
  await using server = await startDataServer(database);
  const path = join(server.dataDir, 'a.backup.gz');
  const report = await server.services.backup.createBackup(path);
  const deps = {
    database,
    files: { get: async () => null, put: async () => undefined },
    now: Date.now,
  };
  const restored = await restoreBackup(deps, { path, replacedBackupPath: `${path}.old` });
  expect(restored).toMatchObject({ ok: true, value: { rowHash: report.rowHash } });
  expect(await database.query.select().from(accountSession)).not.toEqual([]);
});
