import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test, vi } from 'vitest';
import type { Database } from '#database/database.ts';
import { tableNames } from '#database/dump-rows.ts';
import { createEmbeddedDatabase } from '#database/embedded/open-embedded.ts';
import { startPglite } from '#database/embedded/start-pglite.ts';
import { accountCredential, accountUser, clip, post } from '#database/schema.ts';
import { fail, ok } from '#platform/result.ts';
import { createDiskFileStore } from '#platform/storage/file-store.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { dataUrl, openSite, unwrap } from '#test/support/open-site.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { readJsonLines, writeJsonLines } from './dump/json-lines-file.ts';
import { writeBackup } from './dump/write-backup.ts';
import type { DiskInfo } from './rehearsal/newest-backup.ts';
import { rehearseRestore } from './rehearsal/rehearse-restore.ts';
import { runRehearsal } from './rehearsal/run-rehearsal.ts';
import { createRestoreRehearsal } from './rehearsal.ts';

type Rehearse = typeof runRehearsal;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Noon, far from the hour of the rehearsal in every time zone of a machine. */
const firstDay = new Date(2026, 10, 20, 12).getTime();
const roomy: DiskInfo = { freeBytes: 2 ** 40, isInMemory: false };

let scratch: Promise<Database> | null = null;
afterAll(async () => (await scratch)?.close());

async function emptyScratchDatabase(): Promise<Database> {
  scratch ??= readFile(inject('embeddedTemplate')).then(async (template) =>
    createEmbeddedDatabase(await startPglite({ loadDataDir: new Blob([template]) })),
  );
  const database = await scratch;
  await database.executeSql(`truncate ${tableNames.join()} cascade`);
  return database;
}

/** Like the process, without starting one. */
const rehearseHere: Rehearse = async ({ path }) => {
  const database = await emptyScratchDatabase();
  const files = createDiskFileStore(temporaryFolder());
  return rehearseRestore({ database, files, now: Date.now }, path, () => undefined);
};
const rehearseInProcess: Rehearse = (run) =>
  runRehearsal({ ...run, priority: getPriority(), emptyDatabase: inject('emptyDatabase') });
const alwaysProven: Rehearse = async () => ok({ rows: 1, files: 0, createdAt: null });
const neverProven: Rehearse = async () => fail({ code: 'database.different' });

function setUp(database: TestDatabase, defaultRehearse: Rehearse = alwaysProven) {
  const site = openSite(database);
  const dataDir = temporaryFolder();
  const folder = join(dataDir, 'backups');
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const clock = { now: firstDay };
  const disk = { ...roomy };
  const now = () => clock.now;
  const createNode = (rehearse = defaultRehearse, files = site.files) =>
    createRestoreRehearsal({ database, files, dataDir, log, now, rehearse, diskOf: async () => disk });
  return {
    ...site,
    createNode,
    rehearsal: createNode(),
    clock,
    disk,
    log,
    dataDir,
    folder,
    async addOwner() {
      const row = { id: 'a', userId: 'a', accountId: 'a', providerId: 'credential', password: 'x' };
      await database.query.insert(accountUser).values({ ...row, email: 'a', name: 'Ada', role: 'owner' });
      await database.query.insert(accountCredential).values(row);
    },
    /** As an owner's own job does. */
    addBackup(bytes: Uint8Array | string = 'x', name = 'mine.backup.gz') {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), bytes);
      utimesSync(join(folder, name), clock.now / 1000, clock.now / 1000);
    },
    async backUp(name = 'mine.backup.gz') {
      await writeBackup({ ...site.backupDeps, now }, join(folder, name));
      utimesSync(join(folder, name), clock.now / 1000, clock.now / 1000);
    },
  };
}

const nothingYet = { proven: null, failure: null, isRunning: false, isRecent: false, isOver: false };

describeDatabases('a rehearsal', (open) => {
  test('restores the newest backup in a process of its own, once a night, and leaves nothing', async () => {
    const database = await open();
    const site = setUp(database, database.kind === 'embedded' ? rehearseInProcess : rehearseHere);
    const { rehearsal, createNode, writer, clock, dataDir, log, folder } = site;
    await site.addOwner();
    const content = `<img src="${await dataUrl(900, 600)}" alt="a"><p>Secret text</p>`;
    unwrap(await writer.publishArticle([{ locale: 'en', title: 'Title', content }]));
    unwrap(await writer.savePost({ locale: 'de', title: 'Draft' }));
    unwrap(await writer.storeClip(Buffer.from('OggS')));
    expect(await rehearsal.readStatus()).toEqual({ ...nothingYet, backups: 'none', folder });
    await site.backUp();
    await rehearsal.check();
    const status = await rehearsal.readStatus();
    const { rows = 0 } = status?.proven ?? {};
    expect(rows).toBeGreaterThan(4);
    const proven = { at: firstDay, backupAt: firstDay, rows, files: 5 };
    expect(status).toEqual({ ...nothingYet, proven, isRecent: true, backups: 'found', folder });
    const scratchFolder = join(dataDir, 'archives', 'rehearsal');
    expect([existsSync(scratchFolder), readdirSync(folder)]).toEqual([false, ['mine.backup.gz']]);
    expect(log.info.mock.calls).toEqual([
      [{ rows, files: 5, milliseconds: 0 }, 'restore of the newest backup proven'],
    ]);
    const next = createNode(alwaysProven);
    clock.now += hourMs;
    await next.check();
    expect(log.info).toHaveBeenCalledTimes(1);
    clock.now += dayMs;
    await next.check();
    expect(log.info).toHaveBeenCalledTimes(2);
  });

  test('says why a backup isn’t proven, without what is in it', async () => {
    const site = setUp(await open(), rehearseHere);
    const { rehearsal, writer, files, clock, folder, log } = site;
    await site.addOwner();
    const content = `<img src="${await dataUrl(60, 40)}" alt="a"><p>Secret text</p>`;
    unwrap(await writer.publishArticle([{ locale: 'en', title: 'Title', content }]));
    unwrap(await writer.storeClip(Buffer.from('OggS and more')));
    await site.backUp('good');
    const path = join(folder, 'good');
    const good = readFileSync(path);
    const flipped = Uint8Array.from(good);
    flipped.set([(good.at(-30) ?? 0) ^ 1], good.length - 30);
    const rewrite = async (change: (line: Record<string, unknown>) => object | null) => {
      await writeJsonLines(join(folder, 'rewritten'), async (writeLine) => {
        for await (const line of readJsonLines(path)) {
          const changed = change(line);
          if (changed) await writeLine(changed);
        }
      });
      return readFileSync(join(folder, 'rewritten'));
    };
    const keepFiles = (isKept: (key: string) => boolean) =>
      rewrite((line) => (line.file && !isKept(String(line.file)) ? null : line));
    const isTrailer = (line: object): line is { rows: object } => 'rows' in line;
    const backups: [string, number, Uint8Array | string][] = [
      ['backup.damaged', 0, good.subarray(0, good.length / 2)],
      ['backup.damaged', 0, flipped],
      ['backup.damaged', 0, 'no backup'],
      ['backup.newer', 0, await rewrite((line) => (line.unspool ? { ...line, migration: '99_new' } : line))],
      [
        'database.different',
        0,
        await rewrite((line) => (isTrailer(line) ? { rows: { ...line.rows, hash: '0' } } : line)),
      ],
      ['files.missing', 1, await keepFiles((key) => !key.endsWith('og.jpg'))],
      ['files.missing', 1, await keepFiles((key) => !key.startsWith('clips/'))],
      // An image has several files.
      ['files.missing', 2, await keepFiles(() => false)],
      [
        'files.missing',
        2,
        await rewrite((line) => (line.file ? { ...line, bytes: String(line.bytes).slice(0, 12) } : line)),
      ],
    ];
    for (const [code, affected, bytes] of backups) {
      clock.now += dayMs;
      site.addBackup(bytes);
      await rehearsal.check();
      expect((await rehearsal.readStatus())?.failure).toEqual({ at: clock.now, code, affected });
      expect(log.warn).toHaveBeenLastCalledWith(
        expect.objectContaining({ code }),
        'restore of the newest backup not proven',
      );
    }
    // Of the same length.
    const key = (await files.list('clips/'))[0] ?? '';
    await files.put(key, Buffer.from('OggS and mess'));
    clock.now += dayMs;
    await site.backUp();
    await rehearsal.check();
    expect((await rehearsal.readStatus())?.failure).toMatchObject({ code: 'files.missing', affected: 1 });
    expect(JSON.stringify(log.warn.mock.calls)).not.toMatch(/Secret|OggS|mine/);

    unwrap(await writer.storeClip(Buffer.from('OggS and more')));
    clock.now += dayMs;
    await site.backUp();
    await rehearsal.check();
    expect(await rehearsal.readStatus()).toMatchObject({ failure: null, isRecent: true });
  });

  test('notices that nobody could sign in, as the page does', async () => {
    const site = setUp(await open(), rehearseHere);
    await site.backUp();
    await site.rehearsal.check();
    expect((await site.rehearsal.readStatus())?.failure).toMatchObject({ code: 'backup.ownerless' });
  });

  test('notices posts that can’t be opened after the restore', async () => {
    const database = await open();
    const site = setUp(database, rehearseHere);
    unwrap(await site.writer.publishArticle([{ locale: 'en', title: 'Title' }]));
    await database.query.update(post).set({ slug: 'e\u0301' });
    await site.backUp();
    await site.rehearsal.check();
    const status = await site.rehearsal.readStatus();
    expect(status?.failure).toMatchObject({ code: 'posts.unreadable', affected: 1 });
  });

  test('notices a clip whose row doesn’t fit', async () => {
    const database = await open();
    const site = setUp(database, rehearseHere);
    unwrap(await site.writer.storeClip(Buffer.from('OggS')));
    await database.query.update(clip).set({ bytes: 3 });
    await site.backUp();
    await site.rehearsal.check();
    expect((await site.rehearsal.readStatus())?.failure).toMatchObject({ code: 'files.missing' });
  });

  test('runs once on two nodes', async () => {
    const rehearse = vi.fn(alwaysProven);
    const { createNode, clock, addBackup } = setUp(await open(), rehearse);
    addBackup();
    const [first, second] = [createNode(), createNode()];
    await Promise.all([first.check(), second.check()]);
    await Promise.all([second.check(), first.check()]);
    expect(rehearse).toHaveBeenCalledTimes(1);
    expect(await second.readStatus()).toEqual(await first.readStatus());
    clock.now += dayMs;
    await Promise.all([second.check(), first.check()]);
    expect(rehearse).toHaveBeenCalledTimes(2);
  });

  test('proves no recent backup if that is two days old, by its file or its content', async () => {
    const site = setUp(await open());
    const createdAt = firstDay - 49 * hourMs;
    site.addBackup();
    const old = site.createNode(async () => ok({ rows: 1, files: 0, createdAt }));
    await old.check();
    expect(await old.readStatus()).toMatchObject({ proven: { backupAt: createdAt }, isRecent: false });

    site.clock.now += dayMs;
    await site.rehearsal.check();
    expect(await site.rehearsal.readStatus()).toMatchObject({
      proven: { backupAt: firstDay },
      isRecent: true,
    });
    site.clock.now += dayMs;
    await site.rehearsal.check();
    const proven = { at: site.clock.now, backupAt: firstDay };
    expect(await site.rehearsal.readStatus()).toMatchObject({ proven, isRecent: false });
  });

  test('keeps the last success after a failure', async () => {
    const site = setUp(await open());
    site.addBackup();
    await site.rehearsal.check();
    site.clock.now += dayMs;
    await site.createNode(neverProven).check();
    expect(await site.rehearsal.readStatus()).toMatchObject({
      proven: { at: firstDay },
      failure: { at: site.clock.now, code: 'database.different' },
    });
  });

  test('needs free space, and a disk', async () => {
    const rehearse = vi.fn(alwaysProven);
    const { rehearsal, addBackup, disk, clock } = setUp(await open(), rehearse);
    addBackup();
    disk.isInMemory = true;
    await rehearsal.check();
    expect(await rehearsal.readStatus()).toMatchObject({ ...nothingYet, backups: 'memory' });
    Object.assign(disk, { isInMemory: false, freeBytes: 512 * 1024 * 1024 });
    await rehearsal.check();
    expect((await rehearsal.readStatus())?.failure).toMatchObject({ code: 'storage.full' });
    expect(rehearse).not.toHaveBeenCalled();
    clock.now += dayMs;
    disk.freeBytes += 4;
    await rehearsal.check();
    expect(rehearse).toHaveBeenCalledTimes(1);
  });

  test('waits for the night, unless the first backup is new', async () => {
    const { rehearsal, clock, addBackup } = setUp(await open());
    addBackup();
    clock.now += 2 * hourMs;
    await rehearsal.check();
    expect(await rehearsal.readStatus()).toMatchObject({ ...nothingYet, backups: 'found' });
    clock.now += dayMs;
    await rehearsal.check();
    expect((await rehearsal.readStatus())?.isRecent).toBe(true);
  });

  test.each([1, 4])(
    'of a first backup from %i a.m. follows the start of a server that is off at night',
    async (backupHour) => {
      const site = setUp(await open());
      const { clock, addBackup } = site;
      clock.now = new Date(2026, 10, 21, backupHour).getTime();
      addBackup();
      clock.now = new Date(2026, 10, 21, 5, 30).getTime();
      const node = site.createNode();
      clock.now += 600_000;
      await node.check();
      expect((await node.readStatus())?.proven?.at).toBe(clock.now);
    },
  );

  test('is over two days after the last backup was moved away', async () => {
    const { rehearsal, clock, addBackup, folder } = setUp(await open(), neverProven);
    addBackup();
    await rehearsal.check();
    rmSync(folder, { recursive: true });
    clock.now += 47 * hourMs;
    await rehearsal.check();
    expect(await rehearsal.readStatus()).toMatchObject({ backups: 'none', isOver: false });
    clock.now += 2 * hourMs;
    expect(await rehearsal.readStatus()).toMatchObject({ backups: 'none', isOver: true });
  });

  test('has a result although writing it fails once, and none runs for more than two hours', async () => {
    const site = setUp(await open());
    site.addBackup();
    let writes = 0;
    const put: typeof site.files.put = async (key, bytes) => {
      writes += 1;
      if (writes === 2) throw new Error('unreachable');
      await site.files.put(key, bytes);
    };
    await site.createNode(alwaysProven, { ...site.files, put }).check();
    expect(await site.rehearsal.readStatus()).toMatchObject({ isRecent: true, isRunning: false });
    const state = JSON.parse(String(await site.files.get('rehearsal/state.json')));
    await site.files.put('rehearsal/state.json', Buffer.from(JSON.stringify({ ...state, isRunning: true })));
    expect((await site.rehearsal.readStatus())?.isRunning).toBe(true);
    site.clock.now += 2 * hourMs;
    expect((await site.rehearsal.readStatus())?.isRunning).toBe(false);
  });

  test.each([
    ['deleted', (path: string) => rmSync(path)],
    ['replaced', (path: string) => writeFileSync(path, 'another')],
  ])('of a backup that is %s meanwhile is repeated', async (_, change) => {
    const site = setUp(await open());
    site.addBackup();
    const node = site.createNode(async ({ path }) => {
      change(path);
      return fail({ code: 'rehearsal.failed' });
    });
    await node.check();
    expect(await node.readStatus()).toMatchObject(nothingYet);
    site.addBackup();
    await site.rehearsal.check();
    expect((await site.rehearsal.readStatus())?.isRecent).toBe(true);
  });

  test('that was killed leaves nothing after the next start, and the next night has another', async () => {
    const site = setUp(await open());
    const { rehearsal, clock, dataDir, addBackup } = site;
    addBackup();
    let atWork: string | undefined;
    const killed = site.createNode(async () => {
      atWork = String(await site.files.get('rehearsal/state.json'));
      return fail({ code: 'rehearsal.failed' });
    });
    await killed.check();
    await site.files.put('rehearsal/state.json', Buffer.from(atWork ?? ''));
    mkdirSync(join(dataDir, 'archives', 'rehearsal', 'postgres'), { recursive: true });
    expect(await rehearsal.readStatus()).toMatchObject({ ...nothingYet, isRunning: true });
    rehearsal.start();
    try {
      await rehearsal.check();
      expect(readdirSync(join(dataDir, 'archives'))).toEqual([]);
      const failure = { at: firstDay, code: 'rehearsal.interrupted', affected: 0 };
      expect(await rehearsal.readStatus()).toMatchObject({ isRunning: false, failure });
      clock.now += dayMs;
      await rehearsal.check();
      expect(await rehearsal.readStatus()).toMatchObject({ failure: null, isRecent: true });
    } finally {
      await rehearsal.stop();
    }
  });

  test('of another process keeps its folder', async () => {
    const database = await open();
    const { rehearsal, dataDir } = setUp(database);
    const scratchFolder = join(dataDir, 'archives', 'rehearsal');
    mkdirSync(scratchFolder, { recursive: true });
    const release = await database.tryLock('rehearsal');
    rehearsal.start();
    await rehearsal.stop();
    expect(existsSync(scratchFolder)).toBe(true);
    await release?.();
  });

  test('that a shutdown stops is repeated after the next start', async () => {
    const started = Promise.withResolvers<void>();
    const site = setUp(await open());
    site.addBackup();
    const node = site.createNode(async (run) => {
      const running = runRehearsal(run);
      started.resolve();
      return running;
    });
    const checked = node.check();
    await started.promise;
    await node.stop();
    await checked;
    expect(readdirSync(join(site.dataDir, 'archives'))).toEqual([]);
    expect(await site.rehearsal.readStatus()).toMatchObject(nothingYet);
    await site.rehearsal.check();
    expect((await site.rehearsal.readStatus())?.isRecent).toBe(true);
  });

  test('takes place in the next night after the clock was years ahead, or a state that it can’t read', async () => {
    const rehearse = vi.fn(alwaysProven);
    const { rehearsal, clock, addBackup, files } = setUp(await open(), rehearse);
    addBackup();
    clock.now += 1000 * dayMs;
    await rehearsal.check();
    clock.now -= 1000 * dayMs;
    await rehearsal.check();
    expect((await rehearsal.readStatus())?.proven?.at).toBe(firstDay);
    await files.put('rehearsal/state.json', Buffer.from('{"startedAt":'));
    expect(await rehearsal.readStatus()).toMatchObject(nothingYet);
    await rehearsal.check();
    expect(rehearse).toHaveBeenCalledTimes(3);
  });

  test('has no status while the file store can’t be read', async () => {
    const site = setUp(await open());
    const get = () => Promise.reject(new Error('unreachable'));
    const node = site.createNode(alwaysProven, { ...site.files, get });
    site.addBackup();
    expect(await node.readStatus()).toBeNull();
    await node.check();
    expect(site.log.error).toHaveBeenCalledTimes(2);
  });
});
