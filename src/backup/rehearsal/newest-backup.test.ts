import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { findNewestBackup, isUnchanged, readDisk } from './newest-backup.ts';

const now = Date.UTC(2026, 10, 29);
const minuteMs = 60_000;

function addFile(folder: string, name: string, modifiedAt: number) {
  writeFileSync(join(folder, name), name);
  utimesSync(join(folder, name), modifiedAt / 1000, modifiedAt / 1000);
}

test('the newest backup is the one that was written last, but not after now', async () => {
  const folder = temporaryFolder();
  const find = async () => (await findNewestBackup(folder, now))?.name;
  expect(await find()).toBeUndefined();
  addFile(folder, 'z.backup.gz', now - 5 * minuteMs);
  addFile(folder, 'other.zip', now - 2 * minuteMs);
  addFile(folder, 'a.backup.gz.unfinished', now - minuteMs);
  addFile(folder, 'years-ahead.backup.gz', now + 61 * minuteMs);
  expect(await find()).toBe('z.backup.gz');
  addFile(folder, 'another-clock.backup.gz', now + 59 * minuteMs);
  expect(await find()).toBe('another-clock.backup.gz');
});

test('what isn’t a file isn’t a backup', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'folder.backup.gz'));
  symlinkSync('missing', join(folder, 'dangling.backup.gz'));
  execFileSync('mkfifo', [join(folder, 'pipe.backup.gz')]);
  expect(await findNewestBackup(folder, Date.now())).toBeNull();
});

test('a backup that was deleted, replaced or continued has changed', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a.backup.gz');
  const find = async () => {
    addFile(folder, 'a.backup.gz', now);
    const found = await findNewestBackup(folder, now);
    if (!found) throw new Error('not found');
    return found;
  };
  let backup = await find();
  expect(await isUnchanged(backup)).toBe(true);
  writeFileSync(path, 'more', { flag: 'a' });
  utimesSync(path, now / 1000, now / 1000);
  expect(await isUnchanged(backup)).toBe(false);
  backup = await find();
  utimesSync(path, now / 1000, now / 1000 + 1);
  expect(await isUnchanged(backup)).toBe(false);
  rmSync(path);
  expect(await isUnchanged(backup)).toBe(false);
});

test('a folder’s disk has free space, and none if there is no folder', async () => {
  const folder = temporaryFolder();
  expect((await readDisk(folder)).freeBytes).toBeGreaterThan(0);
  expect(await readDisk(join(folder, 'missing'))).toEqual({ freeBytes: 0, isInMemory: false });
});
