import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { attendEngine } from './attend-engine.ts';
import { FolderUnwritable, guardFolder, isReading } from './guard-folder.ts';
import { startEngine } from './open-embedded.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-guarded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An engine with a table of one row, on a disk that can be said to be read-only. */
async function attended() {
  const dataDir = join(temporaryFolder(), 'postgres');
  const template = new Blob([readFileSync(inject('embeddedTemplate'))]);
  const first = await startEngine({ dataDir, loadDataDir: template });
  const disk: { fault: FolderUnwritable | null; opened: number; copies: number; hasCopy: boolean } = {
    ...{ fault: null, opened: 0, copies: 0, hasCopy: true },
  };
  const engine = attendEngine(first, {
    fault: () => disk.fault,
    async reopen() {
      disk.opened += 1;
      return startEngine({ dataDir });
    },
    async copy(one) {
      if (!disk.hasCopy) return null;
      disk.copies += 1;
      return startEngine({ loadDataDir: await one.dumpDataDir('none') });
    },
  });
  await engine.exec("create table note (words text unique); insert into note values ('kept')");
  const notes = async () =>
    (await engine.query<{ words: string }>('select words from note order by words')).rows.map(
      ({ words }) => words,
    );
  const write = (words: string) => engine.query('insert into note values ($1)', [words]);
  return { engine, disk, notes, write };
}

const refused = { code: 'EROFS', name: 'FolderUnwritableError' };

test('what can not be kept is refused and read from a copy, until a write can be kept again', async () => {
  const { engine, disk, notes, write } = await attended();
  disk.fault = new FolderUnwritable('EROFS');
  await expect(write('lost')).rejects.toMatchObject(refused);
  await expect(engine.exec("insert into note values ('lost')")).rejects.toMatchObject(refused);
  await expect(
    engine.transaction(async (own) => {
      expect((await own.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await own.query("insert into note values ('lost')");
    }),
  ).rejects.toMatchObject(refused);
  expect(await notes()).toEqual(['kept']);
  expect(disk).toMatchObject({ copies: 1, opened: 0 });

  disk.fault = null;
  expect(await notes()).toEqual(['kept']);
  await write('kept too');
  expect(disk).toMatchObject({ copies: 1, opened: 1 });
  await expect(write('kept')).rejects.toMatchObject({ code: '23505' });
  expect(await notes()).toEqual(['kept', 'kept too']);
  await engine.close();
}, 60_000);

test('a transaction that the disk leaves in its middle is undone, and one begun on a copy keeps nothing there', async () => {
  const { engine, disk, notes } = await attended();
  await expect(
    engine.transaction(async (own) => {
      await own.query("insert into note values ('half')");
      disk.fault = new FolderUnwritable('EROFS');
    }),
  ).rejects.toMatchObject(refused);
  expect(await notes()).toEqual(['kept']);
  expect(disk.copies).toBe(1);
  await expect(
    engine.transaction(async (own) => {
      disk.fault = null;
      await own.query("insert into note values ('nowhere')");
    }),
  ).rejects.toMatchObject(refused);
  await engine.transaction((own) => own.query("insert into note values ('whole')"));
  expect(await notes()).toEqual(['kept', 'whole']);
  await engine.close();
}, 60_000);

test('a disk without room to spare is read itself; so is one too large to be copied, as long as that goes well', async () => {
  const { engine, disk, notes, write } = await attended();
  disk.fault = new FolderUnwritable('ENOSPC', { isNearlyFull: true });
  await expect(write('lost')).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await notes()).toEqual(['kept']);
  expect(disk.copies).toBe(0);
  disk.hasCopy = false;
  disk.fault = new FolderUnwritable('EROFS');
  await expect(write('lost')).rejects.toMatchObject(refused);
  expect(await notes()).toEqual(['kept']);
  await expect(engine.query('select * from nowhere')).rejects.toMatchObject(refused);
  disk.fault = null;
  await write('kept too');
  expect(disk.opened).toBe(0);
  await engine.close();
}, 60_000);

test('a folder that can not be written is told of once, with the code of the file system', () => {
  const folder = join(temporaryFolder(), 'database');
  const troubles: unknown[] = [];
  const fault = guardFolder(folder, (error) => troubles.push(error));
  expect([fault()?.code, fault()?.code]).toEqual(['ENOENT', 'ENOENT']);
  expect(troubles).toHaveLength(1);
  mkdirSync(folder);
  expect(fault()).toBeNull();
  rmSync(folder, { recursive: true });
  expect(fault()).not.toBeNull();
  expect(troubles).toHaveLength(2);
});

test.each([
  ['select * from post where title = $1', true],
  ['with a as (select 1) select updated_at, lock_version from a', true],
  ['BEGIN', true],
  ['show server_version', true],
  ['select id from post for update', false],
  ['select id from post for no key update', false],
  ['select id from post FOR SHARE', false],
  ['select pgboss.create_queue($1)', false],
  ["select nextval('a')", false],
  ['with a as (update post set a = 1 returning *) select * from a', false],
  ['begin; insert into a values (1); commit', false],
  ['vacuum (analyze) post', false],
  ['explain analyze delete from post', false],
  ['/* x */ select 1', false],
])('%s: leaves the files as they are: %s', (statement, expected) => {
  expect(isReading(statement)).toBe(expected);
});
