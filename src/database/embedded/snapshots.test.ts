import fs, {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '#platform/logger.ts';
import { createDatabaseFolder, describeDatabases, emptyDatabase } from '#test/support/databases.ts';
import { memoryFolder } from '#test/support/memory-folder.ts';
import { recordWrites } from '#test/support/record-writes.ts';
import { createSimulatedDisk } from '#test/support/simulated-disk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { type Database, openDatabase } from '../database.ts';
import { article, category, installation, post, revision, tag, workingCopy } from '../schema.ts';
import {
  createSnapshotName,
  keepSnapshots,
  listNewerSnapshots,
  listSnapshots,
  recordSnapshot,
  restoreLatestSnapshot,
  scheduleSnapshots,
  writeSnapshot,
} from './snapshots.ts';

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
    seo_keywords: ['a, b', 'c'],
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
    const folder = temporaryFolder(memoryFolder());
    await writeSnapshot(database, folder, '20231114T221320000Z.jsonl.gz');
    await database.query.delete(article);
    await database.query.delete(category);
    expect(await restoreLatestSnapshot(database, folder)).toBe('20231114T221320000Z.jsonl.gz');
    expect(await readAll(database)).toEqual(before);
  });

  test('a damaged or truncated snapshot is skipped for the previous one', async () => {
    await using database = await open();
    await fill(database);
    const before = await readAll(database);
    const folder = temporaryFolder(memoryFolder());
    await writeSnapshot(database, folder, '20231114T221320000Z.jsonl.gz');
    await writeSnapshot(database, folder, '20231114T221321000Z.jsonl.gz');
    await writeSnapshot(database, folder, '20231114T221322000Z.jsonl.gz');
    const [newest = '', second = ''] = await listSnapshots(folder);
    truncateSync(join(folder, newest), 60);
    writeFileSync(join(folder, second), 'no gzip at all');
    expect(await restoreLatestSnapshot(database, folder)).toBe('20231114T221320000Z.jsonl.gz');
    expect(await readAll(database)).toEqual(before);
  });

  test('a failed snapshot leaves no file behind', async () => {
    await using database = await open();
    const folder = temporaryFolder(memoryFolder());
    const failing: Database = {
      ...database,
      transaction: (run) =>
        database.transaction(async (queries) => {
          await run(queries);
          throw new Error('the disk is full');
        }),
    };
    await expect(writeSnapshot(failing, folder, '20231114T221320000Z.jsonl.gz')).rejects.toThrow(
      'the disk is full',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('the last seven are kept', async () => {
    await using database = await open();
    const folder = temporaryFolder(memoryFolder());
    for (let minute = 0; minute < 9; minute++) {
      await writeSnapshot(database, folder, `20231114T22${13 + minute}20000Z.jsonl.gz`);
    }
    const snapshots = await listSnapshots(folder);
    expect(snapshots).toHaveLength(7);
    expect(snapshots[0]).toBe('20231114T222120000Z.jsonl.gz');
    expect(readdirSync(folder)).toHaveLength(7);
  });
});

async function setUpSchedule() {
  const folder = temporaryFolder(memoryFolder());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const errors: unknown[] = [];
  const maintainedAt: number[] = [];
  const snapshots = scheduleSnapshots({
    database: await emptyDatabase(),
    dataDir: temporaryFolder(memoryFolder()),
    folder,
    now: Date.now,
    onError: (error) => errors.push(error),
    maintain: async () => void maintainedAt.push(Date.now()),
    settleMs: 1000,
    maxDelayMs: 5000,
  });
  return { snapshots, maintainedAt, folder, errors };
}

test('a snapshot waits until writes settle, up to a maximum delay', async () => {
  const { snapshots, maintainedAt, folder } = await setUpSchedule();
  const start = Date.now();
  for (let half = 0; half < 20; half += 1) {
    snapshots.recordChange();
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(maintainedAt.map((time) => time - start)).toEqual([5000]);
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(() => expect(maintainedAt).toHaveLength(2), 15_000);
  await snapshots.stop();
  expect(maintainedAt).toHaveLength(3);
  expect((await listSnapshots(folder)).length).toBeGreaterThan(0);
});

test('a failed snapshot is reported and the next one is written', async () => {
  const { snapshots, folder, errors } = await setUpSchedule();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'in the way');
  snapshots.recordChange();
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(() => expect(errors).toHaveLength(1), 15_000);
  rmSync(folder);
  await snapshots.stop();
  expect(await listSnapshots(folder)).toHaveLength(1);
});

const open = (folder: string, onError: (error: unknown) => void = () => undefined) =>
  openDatabase(
    { kind: 'embedded', folder },
    { now: Date.now, onError, emptyDatabase: inject('emptyDatabase') },
  );

async function openFolder(folder: string, onError?: (error: unknown) => void): Promise<Database> {
  const opened = await open(folder, onError);
  if (!opened.ok) throw new Error(opened.error.hint, { cause: opened.error.cause });
  return opened.value;
}

function createFolder() {
  const folder = temporaryFolder(memoryFolder());
  const dataDir = join(folder, 'postgres');
  createDatabaseFolder(dataDir);
  return { folder, dataDir, control: join(dataDir, 'global', 'pg_control') };
}

const unreadable = { ok: false, error: { code: 'folder.unreadable' } };

test.each(['damaged', 'gone'])(
  'an embedded database whose files are %s is restored from its snapshot and reports it',
  async (state) => {
    const { folder, dataDir, control } = createFolder();
    const first = await openFolder(folder);
    await fill(first);
    const before = await readAll(first);
    await first.close();
    if (state === 'gone') rmSync(dataDir, { recursive: true });
    else writeFileSync(control, 'destroyed');
    const errors: unknown[] = [];
    const second = await openFolder(folder, (error) => errors.push(error));
    expect(await readAll(second)).toEqual(before);
    expect(errors).toHaveLength(1);
    const hasOldFiles = readdirSync(folder).some((name) => name.startsWith('postgres-damaged-'));
    expect(hasOldFiles).toBe(state === 'damaged');
    await second.close();
  },
  120_000,
);

/** Of a file in `folder`, by any code of this process. Returns the path of the file once it has failed. */
function failFirstRead(folder: string): string[] {
  const { readSync } = fs;
  const failed: string[] = [];
  const failOrRead = (...args: Parameters<typeof readSync>) => {
    const path = readlinkSync(`/proc/self/fd/${args[0]}`);
    if (!path.startsWith(folder) || failed.length > 0) return readSync(...args);
    failed.push(path);
    throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
  };
  fs.readSync = failOrRead as typeof readSync;
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.readSync = readSync;
    syncBuiltinESMExports();
  });
  return failed;
}

/** A folder with a snapshot from before the last rows, as a process leaves it that was killed. */
async function createKilledFolder() {
  const { folder } = createFolder();
  await (await openFolder(folder)).close();
  const database = await openFolder(folder);
  await fill(database);
  const before = await readAll(database);
  const killed = join(temporaryFolder(memoryFolder()), 'killed');
  cpSync(folder, killed, { recursive: true });
  rmSync(join(killed, 'lock'), { force: true });
  await database.close();
  return { folder: killed, before };
}

test.each(['global', 'base'])(
  'after one error of the disk in %s, the files open at the second attempt',
  async (part) => {
    const { folder, before } = await createKilledFolder();
    const failed = failFirstRead(join(folder, 'postgres', part));
    const errors: unknown[] = [];
    const database = await openFolder(folder, (error) => errors.push(error));
    expect(failed).toHaveLength(1);
    expect(await readAll(database)).toEqual(before);
    expect(errors).toEqual([expect.objectContaining({ code: 'files.reopened' })]);
    expect(readdirSync(folder).filter((name) => name.startsWith('postgres-damaged-'))).toEqual([]);
    await database.close();
  },
  120_000,
);

test('after the clock was set back, a snapshot is still the newest', async () => {
  const folder = temporaryFolder(memoryFolder());
  const create = () => createSnapshotName(folder, folder, () => 1_700_000_000_000);
  expect(await create()).toBe('20231114T221320000Z.jsonl.gz');
  for (const name of ['20231114T221320000Z.jsonl.gz', '20231231T235959999Z.jsonl.gz'])
    writeFileSync(join(folder, name), '');
  expect(await create()).toBe('20240101T000000000Z.jsonl.gz');
  // Its snapshot could not be written.
  await recordSnapshot(folder, '20250101T000000000Z.jsonl.gz');
  expect(await create()).toBe('20250101T000000001Z.jsonl.gz');
});

/** Opens a database twice, then puts back the files as they were in between. */
async function putBackOlderFiles(change: (database: Database) => Promise<unknown> = async () => undefined) {
  const { folder, dataDir } = createFolder();
  const lines: string[] = [];
  const log = createLogger('error', { write: (line) => void lines.push(line) });
  const open = () => openFolder(folder, (error) => log.error({ error }, 'database error'));
  await (await open()).close();
  const older = join(temporaryFolder(memoryFolder()), 'older');
  cpSync(dataDir, older, { recursive: true });
  const database = await open();
  await change(database);
  await database.close();
  expect(lines).toEqual([]);
  rmSync(dataDir, { recursive: true });
  cpSync(older, dataDir, { recursive: true });
  return { folder, dataDir, snapshots: join(folder, 'snapshots'), lines, open };
}

test('files that were put back from an older copy open, and the log says that newer snapshots are kept', async () => {
  let before: unknown;
  const { folder, lines, open } = await putBackOlderFiles(async (database) => {
    await fill(database);
    before = await readAll(database);
  });
  for (let start = 1; start <= 2; start += 1) {
    const reopened = await open();
    expect((await readAll(reopened)).posts).toEqual([]);
    await reopened.close();
    expect(lines).toHaveLength(start);
  }
  expect(lines[1]).toContain('"code":"files.older"');

  // What docs/operations.md says.
  for (const name of ['postgres', 'snapshots']) renameSync(join(folder, name), join(folder, `${name}-old`));
  renameSync(join(folder, 'snapshots-newer'), join(folder, 'snapshots'));
  const restored = await open();
  expect(await readAll(restored)).toEqual(before);
  expect(lines[2]).toContain('"code":"files.restored"');
  await restored.close();
  await (await open()).close();
  expect(lines).toHaveLength(3);
}, 120_000);

test('if the newer snapshots cannot be kept, the older files still open', async () => {
  const { folder, lines, open } = await putBackOlderFiles();
  writeFileSync(join(folder, 'snapshots-newer'), 'in the way');
  await (await open()).close();
  expect(lines).toHaveLength(2);
}, 120_000);

test('a database that was restored from an older snapshot, as the newest was damaged, knows both', async () => {
  const { folder, dataDir } = createFolder();
  for (let round = 0; round < 2; round += 1) await (await openFolder(folder)).close();
  const snapshots = join(folder, 'snapshots');
  const [newest = ''] = await listSnapshots(snapshots);
  truncateSync(join(snapshots, newest), 60);
  rmSync(dataDir, { recursive: true });
  const restored = await openFolder(folder);
  expect(readFileSync(join(dataDir, 'newest-snapshot'), 'utf8')).toBe(newest);
  await restored.close();
}, 120_000);

test('all newer snapshots are kept, the last seven', async () => {
  const folder = temporaryFolder(memoryFolder());
  const names = Array.from({ length: 9 }, (_, index) => `2023111${index}T000000000Z.jsonl.gz`);
  for (const name of names) writeFileSync(join(folder, name), name);
  await recordSnapshot(folder, names[0] ?? '');
  const newer = await listNewerSnapshots(folder, folder);
  expect(newer).toEqual(names.slice(1).reverse());
  const kept = join(folder, 'kept');
  for (let round = 0; round < 2; round += 1) await keepSnapshots(folder, newer, kept);
  expect(readdirSync(kept).sort()).toEqual(names.slice(2));
});

test('whenever the power fails, the files name each snapshot, and no snapshot is incomplete', async () => {
  const folder = temporaryFolder(memoryFolder());
  const [dataDir, snapshots] = [join(folder, 'postgres'), join(folder, 'snapshots')];
  for (const path of [dataDir, snapshots]) mkdirSync(path);
  await recordSnapshot(dataDir, '20231114T221320000Z.jsonl.gz');
  const database = await emptyDatabase();
  await fill(database);
  const before = await readAll(database);
  const recording = recordWrites(folder);
  const disk = createSimulatedDisk(recording);
  const options = { database, dataDir, folder: snapshots, now: Date.now, onError: expect.unreachable };
  try {
    await scheduleSnapshots({ ...options, maintain: async () => undefined }).stop();
  } finally {
    recording.stop();
  }
  await database.query.delete(article);
  const remains = join(temporaryFolder(memoryFolder()), 'remains');
  let restored = 0;
  for (let end = 1; end <= recording.operations.length; end += 1) {
    disk.advance(end);
    for (const loss of ['all', 'none'] as const) {
      disk.writeRemains(remains, loss, () => 0);
      expect(await listNewerSnapshots(join(remains, 'postgres'), join(remains, 'snapshots'))).toEqual([]);
      if ((await listSnapshots(join(remains, 'snapshots'))).length === 0) continue;
      expect(await restoreLatestSnapshot(database, join(remains, 'snapshots'))).not.toBeNull();
      restored += 1;
    }
  }
  expect(restored).toBeGreaterThan(0);
  expect(await readAll(database)).toEqual(before);
});

test('a damaged database without a snapshot is left unchanged', async () => {
  const { folder, control } = createFolder();
  writeFileSync(control, 'destroyed');
  expect(await open(folder)).toMatchObject(unreadable);
  expect(readFileSync(control, 'utf8')).toBe('destroyed');
  expect(readdirSync(folder)).toEqual(['postgres']);
});

test('damaged files are replaced only if a snapshot is intact', async () => {
  const { folder, control } = createFolder();
  await (await openFolder(folder)).close();
  for (const name of readdirSync(join(folder, 'snapshots')))
    truncateSync(join(folder, 'snapshots', name), 60);
  const originalControl = readFileSync(control);
  writeFileSync(control, 'for now unreadable');
  expect(await open(folder)).toMatchObject(unreadable);
  expect(readdirSync(folder).sort()).toEqual(['postgres', 'snapshots']);
  writeFileSync(control, originalControl);
  await (await openFolder(folder)).close();
}, 120_000);

test('an error for a folder that cannot be created has a hint', async () => {
  const file = join(temporaryFolder(memoryFolder()), 'file');
  writeFileSync(file, '');
  expect(await open(join(file, 'database'))).toMatchObject({
    error: { code: 'folder.unreadable', hint: expect.stringContaining('DATA_DIR') },
  });
});

test('a second process gets the owner of the folder', async () => {
  const { folder } = createFolder();
  const first = await openFolder(folder);
  expect(await open(folder)).toMatchObject({
    error: { code: 'folder.locked', hint: expect.stringContaining(String(process.pid)) },
  });
  await first.close();
});
