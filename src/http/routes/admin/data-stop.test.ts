import { readdirSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ghostExport, ghostPost } from '#backup/importers/fixtures/ghost-export.ts';
import { accountSession, article, post } from '#database/schema.ts';
import { describeDatabases, emptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import { articleEntry, createZip, headEntry, postEntry } from '#test/support/open-site.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { type DataTestServer, ownerPassword, startDataServer } from '#test/support/start-data-server.ts';

const numbers = [1, 2, 3];
const toId = (part: string, number: number) => `0199c7f0-7a11-8a2b-9c3d-0000000${part}0${number}`;

/** Three articles in two languages. */
function buildOwnExport(): Promise<Buffer> {
  const entries = numbers.map((number) => {
    const posts = ['en', 'de'].map((locale, index) => ({
      ...postEntry,
      id: toId(`0a${index}`, number),
      locale,
      slug: `post-${number}`,
      title: `Post ${number}`,
    }));
    const id = toId('0b0', number);
    return [`articles/${id}.json`, JSON.stringify({ ...articleEntry, id, posts })] as const;
  });
  return createZip({
    'unspool.json': JSON.stringify({ ...headEntry, articles: 3, posts: 6 }),
    'categories.json': '[]',
    'tags.json': '[]',
    ...Object.fromEntries(entries),
  });
}

const buildGhostExport = async () =>
  Buffer.from(
    ghostExport({
      posts: numbers.map((number) =>
        ghostPost({
          id: `a${number}`,
          uuid: `b${number}`,
          title: `Post ${number}`,
          slug: `post-${number}`,
        }),
      ),
    }),
  );

/** Calls `onCommit` after each transaction. */
function watchTransactions(database: TestDatabase, onCommit: () => Promise<void>): TestDatabase {
  return {
    ...database,
    async transaction(work) {
      const result = await database.transaction(work);
      await onCommit();
      return result;
    },
  };
}

const apply = (server: DataTestServer, id: string, body = {}) =>
  server.request('owner', `POST /data/jobs/${id}/apply`, { body });
const stopImport = (server: DataTestServer, id: string) =>
  server.request('owner', `POST /data/jobs/${id}/stop`, { body: {} });
const callRestore = async (server: DataTestServer, token: string, method = 'GET') => {
  const response = await fetch(`${server.origin}/api/data/restore`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: await response.json() };
};
function isRestoring({ services }: DataTestServer): boolean {
  const job = services.dataJobs.read({ id: '', name: '', email: '', sessionId: '' });
  return job?.kind === 'restore' && job.phase === 'running';
}
const listPrevious = ({ dataDir }: DataTestServer) =>
  readdirSync(dataDir).filter((name) => name.endsWith('-replaced.backup.gz'));

describeDatabases('a stopped job', (open) => {
  test.each([
    ['our own export', buildOwnExport, 2],
    ['a Ghost export', buildGhostExport, 1],
  ])(
    'an import of %s ends after a post, says what it has, and goes on later',
    async (_, build, languages) => {
      const database = await open();
      let server: DataTestServer | null = null;
      let jobId: string | null = null;
      const responses: unknown[] = [];
      const watched = watchTransactions(database, async () => {
        if (!server || jobId === null) return;
        if ((await database.query.select().from(post)).length === 0) return;
        const { status, body } = await stopImport(server, jobId);
        responses.push([status, body.job?.stop]);
        jobId = null;
      });
      await using opened = await startDataServer(watched);
      server = opened;
      const file = await build();
      const checked = await server.check('import', file);
      expect(checked.stop).toBeNull();
      jobId = checked.id;
      expect((await apply(server, checked.id)).body.job.stop).toMatch(/possible|requested/);
      const done = await server.waitForPhase('done', 'failed');
      expect(responses).toEqual([[200, 'requested']]);
      expect(done).toMatchObject({
        phase: 'done',
        stop: null,
        failure: null,
        import: { isStopped: true, counts: { created: languages, refused: 0 } },
      });
      expect(done.import?.posts.map(({ slug }) => slug)).toEqual(Array(languages).fill('post-1'));
      expect(await database.query.select().from(article)).toHaveLength(1);
      expect(await database.query.select().from(post)).toHaveLength(languages);
      expect(server.listJobFiles()).toEqual([]);
      const late = await stopImport(server, checked.id);
      expect([late.status, late.body.code]).toEqual([409, 'data.unexpected']);

      const again = await server.check('import', file);
      await apply(server, again.id);
      const { import: rest } = await server.waitForPhase('done', 'failed');
      expect(rest).toMatchObject({
        isStopped: false,
        counts: { created: 2 * languages, unchanged: languages, kept: 0 },
      });
    },
  );

  test('a restore is rolled back, and the session and the previous data stay', async () => {
    const database = await open();
    const token = Promise.withResolvers<string>();
    let server: DataTestServer | null = null;
    const stopped: unknown[] = [];
    const stopping: TestDatabase = {
      ...database,
      transaction: (work) =>
        database.transaction(async (queries) => {
          if (server && isRestoring(server)) {
            const { status, body } = await callRestore(server, await token.promise, 'DELETE');
            stopped.push([status, body.stop]);
          }
          return work(queries);
        }),
    };
    await using opened = await startDataServer(stopping);
    server = opened;
    const save = (title: string) =>
      opened.request('owner', 'POST /posts', {
        body: createSaveRequest({ title, status: 'published' }, { mode: 'publish' }),
      });
    await save('First');
    const backup = await server.create('backup');
    await save('Second');
    const job = await server.check('restore', backup);
    const applied = await apply(server, job.id, { password: ownerPassword });
    token.resolve(applied.body.progressToken);
    const wrong = await callRestore(server, 'A'.repeat(43), 'DELETE');
    expect([wrong.status, wrong.body.code]).toEqual([404, 'data.gone']);
    const done = await server.waitForPhase('failed', 'done');
    expect(stopped[0]).toEqual([200, 'requested']);
    expect(done).toMatchObject({ phase: 'failed', stop: null, failure: { code: 'job.stopped' } });
    expect((await database.query.select().from(post)).map(({ title }) => title).sort()).toEqual([
      'First',
      'Second',
    ]);
    expect([server.listJobFiles(), listPrevious(server)]).toEqual([[], []]);
  });

  test('a restore that has committed can’t be stopped', async () => {
    const database = await open();
    let server: DataTestServer | null = null;
    const token = Promise.withResolvers<string>();
    const late: unknown[] = [];
    const watched = watchTransactions(database, async () => {
      if (!server || !isRestoring(server) || (await database.query.select().from(accountSession)).length > 0)
        return;
      const { status, body } = await callRestore(server, await token.promise, 'DELETE');
      late.push([status, body.code]);
    });
    await using opened = await startDataServer(watched);
    server = opened;
    const job = await server.check('restore', await server.create('backup'));
    const applied = await apply(server, job.id, { password: ownerPassword });
    token.resolve(applied.body.progressToken);
    const readPhase = async () => (await callRestore(opened, applied.body.progressToken)).body.phase;
    await expect.poll(readPhase).toBe('done');
    expect(late).toEqual([[409, 'data.unexpected']]);
  });
});

test('only the owner who started an import stops it', async () => {
  const database = await emptyDatabase();
  const isReached = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  let isWatched = false;
  const watched = watchTransactions(database, async () => {
    if (!isWatched) return;
    isReached.resolve();
    await mayGoOn.promise;
  });
  await using server = await startDataServer(watched);
  const { accounts } = server.services;
  await accounts.changeRole(server.getUserId('editor'), 'owner');
  const signedIn = await accounts.signIn(
    { email: 'editor@example.org', password: ownerPassword },
    { headers: new Headers(), network: '' },
  );
  const headers = { cookie: signedIn.ok ? (signedIn.value[0]?.split(';')[0] ?? '') : '' };
  const { id } = await server.check('import', await buildGhostExport());
  isWatched = true;
  await apply(server, id);
  await isReached.promise;
  const other = await server.request(null, `POST /data/jobs/${id}/stop`, { headers, body: {} });
  expect([other.status, other.body.code]).toEqual([404, 'data.gone']);
  isWatched = false;
  mayGoOn.resolve();
  const done = await server.waitForPhase('done');
  expect(done.import).toMatchObject({ isStopped: false, counts: { created: 3 } });
  expect(await database.query.select().from(post).where(eq(post.status, 'published'))).toHaveLength(3);
});
