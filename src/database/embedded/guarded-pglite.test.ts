import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDatabaseFolder } from '#test/support/databases.ts';
import { memoryFolder } from '#test/support/memory-folder.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { createGuardedPglite, createStorageCheck, StorageUnavailableError } from './guarded-pglite.ts';
import { startPglite } from './start-pglite.ts';

async function openGuardedEngine() {
  const dataDir = join(temporaryFolder(memoryFolder()), 'postgres');
  createDatabaseFolder(dataDir);
  const first = await startPglite({ dataDir });
  const disk = {
    error: null as StorageUnavailableError | null,
    isSeen: true,
    opened: 0,
    copies: 0,
    hasCopy: true,
  };
  const engine = createGuardedPglite(first, {
    checkStorage: (maxAgeMs) => (disk.isSeen || maxAgeMs === 0 ? disk.error : null),
    async reopen() {
      disk.opened += 1;
      return startPglite({ dataDir });
    },
    async copy(source) {
      if (!disk.hasCopy) return null;
      disk.copies += 1;
      return startPglite({ loadDataDir: await source.dumpDataDir('none') });
    },
    onError: () => undefined,
  });
  await engine.exec("create table note (words text unique); insert into note values ('kept')");
  const readNotes = async () =>
    (await engine.query<{ words: string }>('select words from note order by words')).rows.map(
      ({ words }) => words,
    );
  const write = (text: string) => engine.query('insert into note values ($1)', [text]);
  return { engine, disk, readNotes, write };
}

const readOnlySql = { code: '25006' };

test('on a read-only disk writes are rejected and reads use a copy until the disk can be written', async () => {
  const { engine, disk, readNotes, write } = await openGuardedEngine();
  disk.error = new StorageUnavailableError('EROFS');
  await expect(write('lost')).rejects.toMatchObject(readOnlySql);
  await expect(engine.exec("insert into note values ('lost')")).rejects.toMatchObject(readOnlySql);
  await expect(
    engine.transaction(async (tx) => {
      expect((await tx.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await tx.query("insert into note values ('lost')");
    }),
  ).rejects.toMatchObject(readOnlySql);
  expect(await readNotes()).toEqual(['kept']);
  expect(disk).toMatchObject({ copies: 1, opened: 0 });

  disk.error = null;
  await write('kept too');
  expect(disk).toMatchObject({ copies: 1, opened: 1 });
  await expect(write('kept')).rejects.toMatchObject({ code: '23505' });
  expect(await readNotes()).toEqual(['kept', 'kept too']);
  await engine.close();
});

test('a transaction is rolled back if the disk fails meanwhile or if it began on a copy', async () => {
  const { engine, disk, readNotes } = await openGuardedEngine();
  await expect(
    engine.transaction(async (tx) => {
      await tx.query("insert into note values ('half')");
      disk.error = new StorageUnavailableError('EROFS');
      await tx.query("insert into note values ('other half')");
    }),
  ).rejects.toMatchObject({ code: 'EROFS', name: 'StorageUnavailableError' });
  expect(await readNotes()).toEqual(['kept']);
  expect(disk.copies).toBe(1);
  await expect(
    engine.transaction(async (tx) => {
      disk.error = null;
      await tx.query("insert into note values ('nowhere')");
    }),
  ).rejects.toMatchObject(readOnlySql);
  await engine.transaction((tx) => tx.query("insert into note values ('whole')"));
  expect(await readNotes()).toEqual(['kept', 'whole']);
  await engine.close();
});

test('a statement during which the disk fails is repeated on a copy', async () => {
  const { engine, disk, readNotes } = await openGuardedEngine();
  disk.isSeen = false;
  disk.error = new StorageUnavailableError('EROFS');
  await expect(engine.query('select * from nowhere')).rejects.toMatchObject({ code: '42P01' });
  expect(disk.copies).toBe(1);
  disk.isSeen = true;
  expect(await readNotes()).toEqual(['kept']);
  expect(disk.copies).toBe(1);
  await engine.close();
});

test('a nearly full disk, or a database too large to copy, is still read directly', async () => {
  const { engine, disk, readNotes, write } = await openGuardedEngine();
  disk.error = new StorageUnavailableError('ENOSPC', { isNearlyFull: true });
  await expect(write('lost')).rejects.toMatchObject(readOnlySql);
  await expect(engine.query('select words from note for update')).rejects.toMatchObject(readOnlySql);
  expect(await readNotes()).toEqual(['kept']);
  expect(disk.copies).toBe(0);
  disk.error = null;
  await write('kept too');
  expect(disk.opened).toBe(0);
  disk.hasCopy = false;
  disk.error = new StorageUnavailableError('EROFS');
  await expect(write('lost')).rejects.toMatchObject({ code: 'EROFS' });
  expect(await readNotes()).toEqual(['kept', 'kept too']);
  await expect(engine.query('select * from nowhere')).rejects.toMatchObject({ code: 'EROFS' });
  disk.error = null;
  await write('last');
  await engine.close();
});

test("a folder that is not writable is reported once, with the file system's error code", () => {
  const folder = join(temporaryFolder(memoryFolder()), 'database');
  const errors: unknown[] = [];
  const checkStorage = createStorageCheck(folder, (error) => errors.push(error));
  expect([checkStorage(0)?.code, checkStorage(0)?.code]).toEqual(['ENOENT', 'ENOENT']);
  expect(errors).toHaveLength(1);
  mkdirSync(folder);
  expect(checkStorage(0)).toBeNull();
  rmSync(folder, { recursive: true });
  expect(checkStorage(0)).not.toBeNull();
  expect(errors).toHaveLength(2);
  mkdirSync(folder);
  expect(checkStorage(60_000)).not.toBeNull();
});

test('a folder that is no longer writable is found within 200 ms, and its recovery within 20', () => {
  const folder = join(temporaryFolder(memoryFolder()), 'database');
  mkdirSync(folder);
  let time = 0;
  const checkStorage = createStorageCheck(
    folder,
    () => undefined,
    () => time,
  );
  const checkAt = (milliseconds: number) => {
    time = milliseconds;
    return checkStorage()?.code;
  };
  expect(checkAt(0)).toBeUndefined();
  mkdirSync(join(folder, 'written-to-see'));
  expect(checkAt(199)).toBeUndefined();
  expect(checkAt(200)).toBe('EISDIR');
  rmSync(join(folder, 'written-to-see'), { recursive: true });
  expect(checkAt(219)).toBe('EISDIR');
  expect(checkAt(220)).toBeUndefined();
});
