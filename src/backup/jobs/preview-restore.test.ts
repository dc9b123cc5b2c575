import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { drawPng } from '#blog/fixtures/draw-images.ts';
import { accountLink, accountUser, category, post, searchTermDay } from '#database/schema.ts';
import { describeDatabases, emptyDatabase } from '#test/support/databases.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { type DataTestServer, startDataServer } from '#test/support/start-data-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { listedChangesMax, type RestoreKind, type RestorePreview } from '../data-job-contract.ts';
import { writeJsonLines } from '../dump/json-lines-file.ts';
import { batchRows, createBackupComparison } from './compare-backup.ts';
import { previewRestore } from './preview-restore.ts';

type Line = Record<string, unknown> & { table?: string; row?: Record<string, unknown> };

async function publish(server: DataTestServer, title: string): Promise<string> {
  const saved = await server.request('owner', 'POST /posts', {
    body: createSaveRequest({ title, status: 'published' }, { mode: 'publish' }),
  });
  expect(saved.status).toBe(201);
  return saved.body.id;
}

async function check(server: DataTestServer, backup: Uint8Array): Promise<RestorePreview> {
  const { restore } = await server.check('restore', backup);
  if (!restore) throw new Error('no preview');
  return restore;
}

async function rewrite(backup: Buffer, change: (line: Line) => Line | Line[]): Promise<Buffer> {
  const path = join(temporaryFolder(), 'changed.backup.gz');
  const lines = gunzipSync(backup).toString().trimEnd().split('\n').slice(0, -1);
  await writeJsonLines(path, async (writeLine) => {
    for (const text of lines) for (const line of [change(JSON.parse(text))].flat()) await writeLine(line);
  });
  return readFileSync(path);
}

const findKind = ({ kinds }: RestorePreview, name: RestoreKind) => kinds.find(({ kind }) => kind === name);

describeDatabases('the preview of a restore', (open) => {
  test('compares the content of rows, and leaves out what changes without an edit', async () => {
    const database = await open();
    await using server = await startDataServer(database);
    const ids = [];
    for (const title of ['Same', 'Viewed', 'Edited']) ids.push(await publish(server, title));
    const backup = await server.create('backup');
    expect(findKind(await check(server, backup), 'posts')).toMatchObject({ changed: 0, unchanged: 3 });
    await database.query
      .update(post)
      .set({ viewCount: 12 })
      .where(eq(post.id, ids[1] ?? ''));
    await database.query
      .update(post)
      .set({ title: 'Edited later' })
      .where(eq(post.id, ids[2] ?? ''));
    const [taxon] = await database.query
      .insert(category)
      .values({ slug: 'new', color: '#0369a1', names: { en: 'New' } })
      .returning();
    await database.query.execute(sql`update article set category_id = ${taxon?.id} where id in
      (select article_id from post where id = ${ids[0]})`);
    const changed = await check(server, backup);
    expect(findKind(changed, 'posts')).toEqual({
      kind: 'posts',
      added: 0,
      changed: 1,
      removed: 0,
      unchanged: 2,
    });
    expect(changed.posts).toEqual([{ change: 'changed', title: 'Edited', locale: 'en' }]);
    expect(findKind(changed, 'post_details')).toMatchObject({ changed: 1, unchanged: 2 });
    expect(changed.kinds.map(({ kind }) => kind).slice(0, 4)).toEqual([
      'posts',
      'post_details',
      'categories',
      'users',
    ]);
    expect(findKind(changed, 'categories')).toMatchObject({ removed: 1 });
  });

  test('says which roles change, and what stops working', async () => {
    const database = await open();
    await using server = await startDataServer(database);
    const { accounts } = server.services;
    await accounts.createApiKey({ name: 'kept', perMinute: '10', endsOn: '' });
    const backup = await server.create('backup');
    await accounts.createApiKey({ name: 'new', perMinute: '10', endsOn: '' });
    await accounts.createPasswordResetLink(server.getUserId('editor'));
    // For the first owner: it has stopped working already.
    const expiresAt = new Date(Date.now() + 60_000);
    await database.query.insert(accountLink).values({ id: 'a', kind: 'owner', digest: 'a', expiresAt });
    await accounts.changeRole(server.getUserId('author'), 'editor');
    const preview = await check(server, backup);
    expect(preview.users).toEqual([
      {
        change: 'changed',
        name: expect.any(String),
        email: 'author@example.org',
        currentRole: 'editor',
        backupRole: 'author',
      },
    ]);
    expect(preview).toMatchObject({ links: 1, apiKeys: { count: 1, names: ['new'] }, hasActor: true });
    expect(preview.returningApiKeys).toEqual({ count: 0, names: [] });
    expect(preview.sessions).toBeGreaterThan(0);
  });

  test('lets others have a turn after each batch of rows', async () => {
    const { query } = await open();
    const comparison = createBackupComparison(query, () => undefined);
    let turns = 0;
    let isDone = false;
    const countTurns = async () => {
      for (; !isDone; turns += 1) await setImmediate();
    };
    const counting = countTurns();
    const batches = 10;
    for (let index = 0; index < batches * batchRows; index += 1)
      await comparison.add('search_term_day', {
        day: '2026-11-01',
        locale: 'en',
        term: String(index),
        searches: 1,
      });
    isDone = true;
    await counting;
    expect(turns).toBeGreaterThanOrEqual(batches - 1);
  });

  test('counts many rows, and lists only the first ones', async () => {
    const database = await open();
    await using server = await startDataServer(database);
    await database.query.execute(sql`insert into search_term_day (day, locale, term, searches)
      select '2026-11-01', 'en', 'term ' || n, n from generate_series(1, 3000) n`);
    const backup = await server.create('backup');
    await database.query.delete(searchTermDay).where(sql`searches <= 1000`);
    await database.query.update(searchTermDay).set({ searches: 1 }).where(sql`searches > 2500`);
    for (let index = 0; index <= listedChangesMax; index += 1) await publish(server, `Later ${index}`);
    const path = join(temporaryFolder(), 'a.backup.gz');
    writeFileSync(path, backup);
    const deps = { database, secret: 'a'.repeat(32), now: Date.now };
    const result = await previewRestore(deps, path, { email: '', sessionId: 'a' }, () => undefined);
    if (!result.ok) throw new Error(result.error.code);
    const preview = result.value;
    expect(findKind(preview, 'figures')).toMatchObject({ added: 1000, changed: 500, unchanged: 1500 });
    expect(findKind(preview, 'posts')).toMatchObject({ removed: listedChangesMax + 1 });
    expect(preview.posts).toHaveLength(listedChangesMax);
  });
});

test('a backup without the files of its rows says so when it is created, and before its restore', async () => {
  await using server = await startDataServer(await emptyDatabase());
  await server.services.imageStore.store(await drawPng(60, 40));
  const whole = await server.create('backup');
  expect((await check(server, whole)).missingFiles).toBe(0);
  rmSync(join(server.dataDir, 'files'), { recursive: true });
  const backup = await server.create('backup');
  expect((await server.readJob()).missingFiles).toBe(2);
  expect((await check(server, backup)).missingFiles).toBe(2);
});

test('a forged size of a file takes no memory', async () => {
  await using server = await startDataServer(await emptyDatabase());
  await server.services.clips.store(Buffer.from('OggS'));
  const forged = await rewrite(await server.create('backup'), (line) =>
    line.table === 'clip' ? { ...line, row: { ...line.row, bytes: 2 ** 50 } } : line,
  );
  expect((await server.check('restore', forged)).failure?.code).toBe('backup.damaged');
});

test('the lists are bounded, whatever a forged backup contains', async () => {
  await using server = await startDataServer(await emptyDatabase());
  const backup = await server.create('backup');
  const forged = await rewrite(backup, (line) => {
    if (line.table !== 'setting' && line.table !== 'account_user') return line;
    if (line.table === 'account_user' && line.row?.role !== 'author') return line;
    return [
      line,
      ...Array.from({ length: 500 }, (_, index) => ({
        table: 'account_user',
        row: { ...line.row, id: `id ${index}`, email: `${index}@example.org`, name: 'x'.repeat(10_000) },
      })),
    ];
  });
  const preview = await check(server, forged);
  expect(findKind(preview, 'users')).toMatchObject({ added: 500 });
  expect(preview.users).toHaveLength(listedChangesMax);
  expect(preview.users[0]?.name).toHaveLength(254);
});

test('a value that a table can’t have is damage, and a newer version is not read', async () => {
  const database = await emptyDatabase();
  await using server = await startDataServer(database);
  const backup = await server.create('backup');
  const invalid = await rewrite(backup, (line) =>
    line.table === 'account_user' ? { ...line, row: { ...line.row, created_at: 'no time' } } : line,
  );
  expect((await server.check('restore', invalid)).failure?.code).toBe('backup.damaged');
  const newer = await rewrite(invalid, (line) =>
    line.unspool === 'backup' ? { ...line, migration: '9999_later' } : line,
  );
  expect((await server.check('restore', newer)).failure?.code).toBe('backup.newer');
  const [first] = await database.query.select().from(accountUser);
  expect(first?.email).toMatch(/@example.org$/);
});

test('a connection that breaks is not called damage', async () => {
  const database = await emptyDatabase();
  await using server = await startDataServer(database);
  const path = join(temporaryFolder(), 'a.backup.gz');
  await server.services.backup.createBackup(path);
  const broken = new Error('Connection terminated unexpectedly');
  const query = new Proxy(database.query, {
    get(target, name, receiver) {
      if (name === 'select') throw broken;
      return Reflect.get(target, name, receiver);
    },
  });
  const deps = { database: { query }, secret: 'a'.repeat(32), now: Date.now };
  await expect(previewRestore(deps, path, { email: '', sessionId: 'a' }, () => undefined)).rejects.toBe(
    broken,
  );
});
