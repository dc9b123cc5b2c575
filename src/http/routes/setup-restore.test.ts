import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type DataJob, type RestoreProgress, uploadBytesMax } from '#backup/data-job-contract.ts';
import { accountLink, accountSession, apiKey } from '#database/schema.ts';
import { createLogger } from '#platform/logger.ts';
import { describeDatabases, emptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { ownerPassword, startDataServer } from '#test/support/start-data-server.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '#test/support/start-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ada = { name: 'Ada', email: 'new@example.org', password: 'another horse battery' };
const client = { headers: new Headers(), network: '' };

/** Of a site with a published post and three users. */
async function createBackup(database: TestDatabase): Promise<Buffer> {
  await using server = await startDataServer(database);
  await server.services.accounts.createApiKey({ name: 'moved', perMinute: '10', endsOn: '' });
  const ended = { name: 'ended', digest: 'a', perMinute: 10, endsOn: '2026-01-01' };
  await database.query.insert(apiKey).values(ended);
  await server.request('owner', 'POST /posts', {
    body: createSaveRequest({ title: 'Old post', status: 'published' }, { mode: 'publish' }),
  });
  return await server.create('backup');
}

type EmptyServer = Awaited<ReturnType<typeof startEmptyServer>>;

/** Nobody has created the first owner. */
async function startEmptyServer(database: TestDatabase, options: TestServerOptions = {}) {
  const dataDir = temporaryFolder();
  const server = await startTestServer({
    ...options,
    environment: { DATA_DIR: dataDir, ...options.environment },
    overrides: { database, ...options.overrides },
  });
  const { accounts } = server.services;
  const token = (await accounts.firstOwnerToken()) ?? '';

  async function request(
    call: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: { code?: string; job: DataJob; progressToken: string } }> {
    const [method = '', path = ''] = call.split(' ');
    const isRaw = body instanceof Uint8Array;
    const sent: Record<string, string> = {
      origin: server.origin,
      'sec-fetch-site': 'same-origin',
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': isRaw ? 'application/octet-stream' : 'application/json' }),
      ...headers,
    };
    const response = await fetch(`${server.origin}/api/data/set-up${path}`, {
      method,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
      ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  }
  async function upload(bytes: Uint8Array, headers?: Record<string, string>): Promise<DataJob> {
    const started = await request('POST /jobs', { kind: 'restore', size: bytes.length }, headers);
    expect(started.body.job).toMatchObject({ kind: 'restore', phase: 'uploading', isOwn: true });
    const { id } = started.body.job;
    await request(`PUT /jobs/${id}/upload?offset=0`, bytes, headers);
    return started.body.job;
  }
  return {
    ...server,
    dataDir,
    token,
    request,
    upload,
    createOwner: () => accounts.createFirstOwner(token, ada, client),
    /** Uploads a backup and waits for its dry run. */
    async check(bytes: Uint8Array): Promise<DataJob> {
      const { id } = await upload(bytes);
      expect((await request(`POST /jobs/${id}/check`, { replace: false })).status).toBe(202);
      let job: DataJob | null = null;
      await expect
        .poll(async () => {
          job = (await request('GET /jobs')).body.job;
          return job?.phase;
        })
        .toMatch(/checked|failed/);
      if (!job) throw new Error('no job');
      return job;
    },
    listFiles: () => [
      ...readdirSync(join(dataDir, 'archives', 'jobs')),
      ...readdirSync(dataDir).filter((name) => name.endsWith('-replaced.backup.gz')),
    ],
  };
}

const apply = (server: EmptyServer, id: string) => server.request(`POST /jobs/${id}/apply`, {});
async function waitForEnd(server: TestServer, progressToken: string): Promise<RestoreProgress> {
  let progress: RestoreProgress | null = null;
  await expect
    .poll(async () => {
      const response = await fetch(`${server.origin}/api/data/restore`, {
        headers: { authorization: `Bearer ${progressToken}` },
      });
      progress = (await response.json()) as RestoreProgress;
      return progress.phase;
    })
    .toMatch(/done|failed/);
  if (!progress) throw new Error('no progress');
  return progress;
}
const listTitles = async ({ origin }: TestServer) => {
  const response = await fetch(`${origin}/api/blog/posts?locale=en`);
  return ((await response.json()) as { posts: { title: string }[] }).posts.map(({ title }) => title);
};

/** Calls `before` before each transaction, and `inside` in it. */
function watchTransactions(
  database: TestDatabase,
  {
    before = async () => undefined,
    inside = async () => undefined,
  }: Partial<Record<'before' | 'inside', () => Promise<unknown>>>,
): TestDatabase {
  return {
    ...database,
    async transaction(work) {
      await before();
      return database.transaction(async (queries) => {
        await inside();
        return work(queries);
      });
    },
  };
}

describeDatabases('a restore with the set-up link', (open) => {
  test('brings back the site and its owners, and ends the set-up', async () => {
    const database = await open();
    const backup = await createBackup(database);
    const empty = await open();
    await using server = await startEmptyServer(empty);
    const { accounts, settings } = server.services;
    const second = await accounts.firstOwnerToken();
    const job = await server.check(backup);
    expect(job).toMatchObject({
      phase: 'checked',
      restore: {
        unreadableSecrets: [],
        users: [{ change: 'added' }, {}, {}],
        sessions: 0,
        returningApiKeys: { count: 1, names: ['moved'] },
      },
    });
    expect(await accounts.listUsers()).toEqual([]);

    const applied = await apply(server, job.id);
    expect(applied.status).toBe(202);
    expect(await waitForEnd(server, applied.body.progressToken)).toMatchObject({ phase: 'done' });
    expect(await listTitles(server)).toEqual(['Old post']);
    const signedIn = await accounts.signIn({ email: 'owner@example.org', password: ownerPassword }, client);
    expect(signedIn.ok).toBe(true);
    const history = await settings.listChanges({ offset: 0, limit: 1 });
    expect(history).toMatchObject([{ name: 'restore', userName: '' }]);
    // Nobody has revoked it here.
    const keys = await empty.query.select({ name: apiKey.name }).from(apiKey).orderBy(apiKey.name);
    expect(keys).toEqual([{ name: 'ended' }, { name: 'moved' }]);
    // Neither link can do anything now, and the upload is gone.
    expect(await empty.query.select().from(accountLink)).toEqual([]);
    expect(await accounts.firstOwnerToken()).toBeNull();
    for (const token of [server.token, second ?? ''])
      expect((await accounts.createFirstOwner(token, ada, client)).ok).toBe(false);
    const late = await server.request('POST /jobs', { kind: 'restore', size: 10 });
    expect([late.status, late.body.code]).toEqual([401, 'setup.link']);
    expect(server.listFiles()).toEqual([expect.stringMatching(/-replaced\.backup\.gz$/)]);
    expect(await empty.query.select().from(accountSession)).toHaveLength(1);
  });

  test('an owner who was created meanwhile ends it at each step', async () => {
    const database = await open();
    const backup = await createBackup(database);
    await using server = await startEmptyServer(await open());
    const job = await server.check(backup);
    expect((await server.createOwner()).ok).toBe(true);
    const calls: [call: string, body?: unknown][] = [
      ['GET /jobs'],
      ['POST /jobs', { kind: 'restore', size: 10 }],
      [`PUT /jobs/${job.id}/upload?offset=0`, backup],
      [`POST /jobs/${job.id}/check`, { replace: false }],
      [`POST /jobs/${job.id}/apply`, {}],
      [`DELETE /jobs/${job.id}`],
    ];
    for (const [call, body] of calls) {
      const { status, body: response } = await server.request(call, body);
      expect([call, status, response.code]).toEqual([call, 401, 'setup.link']);
    }
    const users = await server.services.accounts.listUsers();
    expect(users.map(({ email }) => email)).toEqual([ada.email]);
  });

  test('an owner who is created right before the tables are locked stays, and nothing is replaced', async () => {
    const database = await open();
    const backup = await createBackup(database);
    const empty = await open();
    let server: EmptyServer | null = null;
    const created: boolean[] = [];
    const watched = watchTransactions(empty, {
      async before() {
        if (!server?.services.dataJobs.isRestoring() || created.length > 0) return;
        created.push(false);
        created[0] = (await server.createOwner()).ok;
      },
    });
    await using opened = await startEmptyServer(watched);
    server = opened;
    const job = await server.check(backup);
    const { body } = await apply(server, job.id);
    const { phase, failure } = await waitForEnd(server, body.progressToken);
    expect([phase, failure, created]).toEqual(['failed', { code: 'restore.forbidden', entry: null }, [true]]);
    const users = await server.services.accounts.listUsers();
    expect(users.map(({ email }) => email)).toEqual([ada.email]);
    expect(server.listFiles()).toEqual([]);
  });

  test('of two nodes that restore at once, one does', async () => {
    const database = await open();
    const backup = await createBackup(database);
    const empty = await open();
    await using first = await startEmptyServer(empty);
    await using second = await startEmptyServer(empty);
    const jobs = [await first.check(backup), await second.check(backup)] as const;
    const applied = await Promise.all([apply(first, jobs[0].id), apply(second, jobs[1].id)]);
    const winner = applied.findIndex(({ status }) => status === 202);
    const [server, loser] = winner === 0 ? [first, second] : [second, first];
    expect(await waitForEnd(server, applied[winner]?.body.progressToken ?? '')).toMatchObject({
      phase: 'done',
    });
    const other = applied[1 - winner];
    if (other?.status === 202)
      expect(await waitForEnd(loser, other.body.progressToken)).toMatchObject({
        failure: { code: 'restore.forbidden' },
      });
    else expect(other?.body.code).toMatch(/^(data\.busy|setup\.link)$/);
    const late = await apply(loser, jobs[1 - winner]?.id ?? '');
    expect([late.status, late.body.code]).toEqual([401, 'setup.link']);
  });

  test('other requests get a 503 while everything is replaced', async () => {
    const database = await open();
    const backup = await createBackup(database);
    const empty = await open();
    const responses: unknown[] = [];
    let server: EmptyServer | null = null;
    const watched = watchTransactions(empty, {
      async inside() {
        if (!server?.services.dataJobs.isRestoring() || responses.length > 0) return;
        for (const path of ['/api/blog/posts?locale=en', '/admin/set-up', '/livez', '/readyz']) {
          const response = await fetch(server.origin + path);
          const code = /"code":"([^"]*)"/.exec(await response.text())?.[1] ?? null;
          responses.push([path, response.status, code, response.headers.get('retry-after')]);
        }
      },
    });
    await using opened = await startEmptyServer(watched, {
      web: async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
    });
    server = opened;
    const job = await server.check(backup);
    const { body } = await apply(server, job.id);
    await waitForEnd(server, body.progressToken);
    expect(responses).toEqual([
      ['/api/blog/posts?locale=en', 503, 'server.restoring', '30'],
      ['/admin/set-up', 503, 'server.restoring', '30'],
      ['/livez', 200, null, null],
      ['/readyz', 200, null, null],
    ]);
    expect((await fetch(`${server.origin}/admin/set-up`)).status).toBe(200);
  });
});

test('only the set-up link, from the same origin, gives access, and only to its own job', async () => {
  const database = await emptyDatabase();
  let time = Date.now();
  await using server = await startEmptyServer(database, { overrides: { now: () => time } });
  const start = (headers: Record<string, string>) =>
    server.request('POST /jobs', { kind: 'restore', size: 10 }, headers);
  const digest = (await database.query.select().from(accountLink))[0]?.digest ?? '';
  for (const token of ['', 'x', 'A'.repeat(43), digest, `${server.token}A`, server.token.toLowerCase()]) {
    const rejected = await start({ authorization: token && `Bearer ${token}` });
    expect([rejected.status, rejected.body.code]).toEqual([401, 'setup.link']);
  }
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: '' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const rejected = await start(headers as Record<string, string>);
    expect([rejected.status, rejected.body.code]).toEqual([403, 'request.foreign']);
  }
  for (const body of [
    { kind: 'export', password: '' },
    { kind: 'backup', password: '' },
    { kind: 'import', size: 1 },
  ])
    expect((await server.request('POST /jobs', body)).status).toBe(400);
  const large = await server.request('POST /jobs', { kind: 'restore', size: uploadBytesMax + 1 });
  expect([large.status, large.body.code]).toEqual([413, 'data.too_large']);

  const started = server.request('POST /jobs', { kind: 'restore', size: 10 });
  const wasRestoring: boolean[] = [];
  for (let isStarted = false; !isStarted; ) {
    wasRestoring.push(server.services.dataJobs.isRestoring());
    isStarted = await Promise.race([started.then(() => true), setImmediate(false)]);
  }
  expect(wasRestoring).not.toContain(true);

  const job = await server.upload(Buffer.from('no gzip'));
  const other = { authorization: `Bearer ${await server.services.accounts.firstOwnerToken()}` };
  expect((await server.request('GET /jobs', undefined, other)).body.job).toBeNull();
  const busy = await start(other);
  expect([busy.status, busy.body.code]).toEqual([409, 'data.busy']);
  for (const [call, body] of [
    [`PUT /jobs/${job.id}/upload?offset=0`, Buffer.from('x')],
    [`POST /jobs/${job.id}/check`, { replace: false }],
    [`POST /jobs/${job.id}/apply`, {}],
    [`DELETE /jobs/${job.id}`, undefined],
  ] as const)
    expect((await server.request(call, body, other)).body.code).toBe('data.gone');
  time += 24 * 3_600_000;
  const expired = await server.request('GET /jobs');
  expect([expired.status, expired.body.code]).toEqual([401, 'setup.link']);
});

test('what is no backup leaves the set-up open and no file', async () => {
  await using server = await startEmptyServer(await emptyDatabase());
  const job = await server.check(Buffer.from('no gzip'));
  expect([job.phase, job.failure?.code]).toEqual(['failed', 'backup.damaged']);
  expect(server.listFiles()).toEqual([]);
  expect((await server.createOwner()).ok).toBe(true);
});

test('the token is in no log line', async () => {
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line) => void lines.push(line) });
  await using server = await startEmptyServer(await emptyDatabase(), { overrides: { log } });
  await server.check(Buffer.from('no gzip'));
  await server.request('GET /nothing');
  expect(lines.join()).toContain('data job ended');
  expect(lines.join()).not.toContain(server.token);
});

test('a backup that was only uploaded does not get in the way of the owner who is then created', async () => {
  await using server = await startEmptyServer(await emptyDatabase());
  await server.upload(Buffer.from('no backup'));
  const { dataJobs } = server.services;
  expect((await server.createOwner()).ok).toBe(true);
  const owner = { id: 'owner', name: 'Ada', email: ada.email, sessionId: 'session' };
  expect(dataJobs.read(owner)).toBeNull();
  expect(await dataJobs.start({ kind: 'restore', size: 6 }, owner)).toMatchObject({
    ok: true,
    value: { userName: 'Ada' },
  });
});

test('the set-up page does not send its token as a referrer', async () => {
  await using server = await startEmptyServer(await emptyDatabase());
  const policy = async (path: string) => (await fetch(server.origin + path)).headers.get('referrer-policy');
  expect(await policy(`/admin/set-up?token=${server.token}`)).toBe('strict-origin');
  expect(await policy('/admin/sign-in')).toBe('same-origin');
});
