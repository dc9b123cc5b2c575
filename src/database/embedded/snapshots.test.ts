import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { type Database, openDatabase } from '../database.ts';
import { article, category, installation, post, revision, tag, workingCopy } from '../schema.ts';
import { startPglite } from './open-embedded.ts';
import { listSnapshots, restoreLatestSnapshot, writeSnapshot } from './snapshots.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-snapshots-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function fill({ query }: Database): Promise<void> {
  const [categoryRow] = await query
    .insert(category)
    .values({ slug: 'guides', color: '#c2410c', names: { en: 'Guides', th: 'คู่มือ' } })
    .returning();
  await query.insert(tag).values({ slug: 'video', names: { en: 'Video' } });
  const [articleRow] = await query
    .insert(article)
    .values({ sourceLocale: 'en', categoryId: categoryRow?.id ?? null })
    .returning();
  const id = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';
  const fields = { title: 'Getippt \\u0000 "so"', tag_ids: [], category_id: null };
  await query.insert(post).values({
    id,
    articleId: articleRow?.id ?? '',
    locale: 'th',
    slug: 'บันทึก',
    title: 'It\'s "quoted" \\ and\nbroken',
    content: '<p>🧵</p>',
    status: 'published',
    publishedAt: new Date('2026-01-02T03:04:05.678Z'),
    seoKeywords: ['a, b', 'c'],
    search: "'a':1A 'b':2",
  });
  await query.insert(workingCopy).values({ postId: id, fields, authorId: 'a' });
  await query.insert(revision).values({ postId: id, version: 1, kind: 'saved', fields, authorName: 'Ä' });
}

const readAll = async ({ query }: Database) => ({
  posts: await query.select().from(post),
  categories: await query.select().from(category),
  installation: await query.select().from(installation),
  workingCopies: await query.select().from(workingCopy),
  revisions: await query.select().from(revision),
});

describeDatabases('snapshots', (open) => {
  test('restoring a snapshot brings back the same rows', async () => {
    await using database = await open();
    await fill(database);
    const before = await readAll(database);
    const folder = temporaryFolder();
    await writeSnapshot(database, folder, () => 1_700_000_000_000);
    await database.query.delete(article);
    await database.query.delete(category);
    expect(await restoreLatestSnapshot(database, folder)).toBe('20231114T221320000Z.jsonl.gz');
    expect(await readAll(database)).toEqual(before);
  });

  test('a damaged or truncated snapshot is skipped for the previous one', async () => {
    await using database = await open();
    await fill(database);
    const before = await readAll(database);
    const folder = temporaryFolder();
    await writeSnapshot(database, folder, () => 1_700_000_000_000);
    await writeSnapshot(database, folder, () => 1_700_000_001_000);
    await writeSnapshot(database, folder, () => 1_700_000_002_000);
    const [newest = '', second = ''] = await listSnapshots(folder);
    truncateSync(join(folder, newest), 60);
    writeFileSync(join(folder, second), 'no gzip at all');
    expect(await restoreLatestSnapshot(database, folder)).toBe('20231114T221320000Z.jsonl.gz');
    expect(await readAll(database)).toEqual(before);
  });

  test('a failed snapshot leaves no file behind', async () => {
    await using database = await open();
    const folder = temporaryFolder();
    const failing: Database = {
      ...database,
      transaction: (run) =>
        database.transaction(async (queries) => {
          await run(queries);
          throw new Error('the disk is full');
        }),
    };
    await expect(writeSnapshot(failing, folder, Date.now)).rejects.toThrow('the disk is full');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('the last seven are kept', async () => {
    await using database = await open();
    const folder = temporaryFolder();
    for (let minute = 0; minute < 9; minute++) {
      await writeSnapshot(database, folder, () => 1_700_000_000_000 + minute * 60_000);
    }
    const snapshots = await listSnapshots(folder);
    expect(snapshots).toHaveLength(7);
    expect(snapshots[0]).toBe('20231114T222120000Z.jsonl.gz');
    expect(readdirSync(folder)).toHaveLength(7);
  });
});

const emptyFiles = () => new Blob([readFileSync(inject('embeddedTemplate'))]);

const createDeps = (errors: unknown[]) => ({
  now: Date.now,
  onError: (error: unknown) => errors.push(error),
  emptyFiles: emptyFiles(),
});

async function createFolder(folder: string): Promise<Database> {
  const engine = await startPglite({ dataDir: join(folder, 'postgres'), loadDataDir: emptyFiles() });
  await engine.close();
  return openFolder(folder);
}

async function openFolder(folder: string): Promise<Database> {
  const opened = await openDatabase({ kind: 'embedded', folder }, createDeps([]));
  if (!opened.ok) throw new Error(opened.error.hint, { cause: opened.error.cause });
  return opened.value;
}

test('an embedded database with damaged files is restored from its snapshot and reports it', async () => {
  const folder = temporaryFolder();
  const first = await createFolder(folder);
  await fill(first);
  const before = await readAll(first);
  await first.close();
  writeFileSync(join(folder, 'postgres', 'global', 'pg_control'), 'destroyed');

  const errors: unknown[] = [];
  const { emptyFiles, ...deps } = createDeps(errors);
  const opened = await openDatabase({ kind: 'embedded', folder }, deps);
  if (!opened.ok) throw new Error(opened.error.hint, { cause: opened.error.cause });
  const second = opened.value;
  expect(await readAll(second)).toEqual(before);
  expect(errors).toHaveLength(1);
  expect(readdirSync(folder).some((name) => name.startsWith('postgres-damaged-'))).toBe(true);
  await second.close();
}, 120_000);

test('a damaged database without a snapshot is left unchanged', async () => {
  const folder = temporaryFolder();
  await (await createFolder(folder)).close();
  rmSync(join(folder, 'snapshots'), { recursive: true });
  const control = join(folder, 'postgres', 'global', 'pg_control');
  writeFileSync(control, 'destroyed');
  const opened = await openDatabase({ kind: 'embedded', folder }, createDeps([]));
  expect(opened).toMatchObject({ ok: false, error: { code: 'folder.unreadable' } });
  expect(readFileSync(control, 'utf8')).toBe('destroyed');
  expect(readdirSync(folder)).not.toContain('lock');
});

test('an embedded database whose files are gone is restored from its snapshot', async () => {
  const folder = temporaryFolder();
  const first = await createFolder(folder);
  await fill(first);
  const before = await readAll(first);
  await first.close();
  rmSync(join(folder, 'postgres'), { recursive: true });
  const second = await openFolder(folder);
  expect(await readAll(second)).toEqual(before);
  await second.close();
}, 120_000);

test('damaged files are replaced only if a snapshot is intact', async () => {
  const folder = temporaryFolder();
  await (await createFolder(folder)).close();
  for (const name of readdirSync(join(folder, 'snapshots')))
    truncateSync(join(folder, 'snapshots', name), 60);
  const control = join(folder, 'postgres', 'global', 'pg_control');
  const originalControl = readFileSync(control);
  writeFileSync(control, 'for now unreadable');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await openDatabase({ kind: 'embedded', folder }, createDeps([]))).toMatchObject({
      ok: false,
      error: { code: 'folder.unreadable' },
    });
    expect(readdirSync(folder).sort()).toEqual(['postgres', 'snapshots']);
  }
  writeFileSync(control, originalControl);
  await (await openFolder(folder)).close();
}, 120_000);

test('an error for a folder that cannot be created has a hint', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(
    await openDatabase({ kind: 'embedded', folder: join(folder, 'file', 'database') }, createDeps([])),
  ).toMatchObject({
    ok: false,
    error: { code: 'folder.unreadable', hint: expect.stringContaining('DATA_DIR') },
  });
});

test('a second process gets the owner of the folder', async () => {
  const folder = temporaryFolder();
  const first = await createFolder(folder);
  expect(await openDatabase({ kind: 'embedded', folder }, createDeps([]))).toMatchObject({
    ok: false,
    error: { code: 'folder.locked', hint: expect.stringContaining(String(process.pid)) },
  });
  await first.close();
});
