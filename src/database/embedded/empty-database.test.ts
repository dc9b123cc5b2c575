import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createDatabaseFolder } from '#test/support/databases.ts';
import { memoryFolder } from '#test/support/memory-folder.ts';
import { loseUnflushed } from '#test/support/simulated-disk.ts';
import { isStress } from '#test/support/stress.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { openDatabase } from '../database.ts';
import { copyEmptyDatabase } from './empty-database.ts';

function createSource(): string {
  const source = temporaryFolder(memoryFolder());
  mkdirSync(join(source, 'pg_wal', 'archive_status'), { recursive: true });
  mkdirSync(join(source, 'base'));
  writeFileSync(join(source, 'PG_VERSION'), '17\n');
  writeFileSync(join(source, 'base', '1'), 'rows');
  chmodSync(join(source, 'base', '1'), 0o444);
  return source;
}

test('a new database has the files and empty folders of the prebuilt one, which only its owner can read and write', async () => {
  const folder = temporaryFolder(memoryFolder());
  const dataDir = join(folder, 'postgres');
  expect(await copyEmptyDatabase(dataDir, createSource())).toBe(true);
  expect(readdirSync(dataDir, { recursive: true }).sort()).toEqual(
    ['PG_VERSION', 'base', join('base', '1'), 'pg_wal', join('pg_wal', 'archive_status')].sort(),
  );
  expect(readFileSync(join(dataDir, 'base', '1'), 'utf8')).toBe('rows');
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'base', '1')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['postgres']);
});

test('a copy that a killed process left incomplete is replaced', async () => {
  const dataDir = join(temporaryFolder(memoryFolder()), 'postgres');
  mkdirSync(`${dataDir}-unfinished`);
  writeFileSync(join(`${dataDir}-unfinished`, 'half'), '');
  await copyEmptyDatabase(dataDir, createSource());
  expect(existsSync(join(dataDir, 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(dataDir, 'half'))).toBe(false);
});

test('without a prebuilt database nothing is created', async () => {
  const folder = temporaryFolder(memoryFolder());
  expect(await copyEmptyDatabase(join(folder, 'postgres'), join(folder, 'missing'))).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

test('a new database survives a power failure', async () => {
  const folder = temporaryFolder(memoryFolder());
  const remains = await loseUnflushed(folder, () =>
    copyEmptyDatabase(join(folder, 'postgres'), createSource()),
  );
  expect(readdirSync(remains)).toEqual(['postgres']);
  expect(readFileSync(join(remains, 'postgres', 'base', '1'), 'utf8')).toBe('rows');
  expect(existsSync(join(remains, 'postgres', 'pg_wal', 'archive_status'))).toBe(true);
});

test('the folder of a new database survives a power failure', async () => {
  const folder = temporaryFolder(memoryFolder());
  const remains = await loseUnflushed(folder, async () => {
    // Creating one anew flushes far more files.
    const prebuilt = isStress ? {} : { emptyDatabase: inject('emptyDatabase') };
    const deps = { now: Date.now, onError: expect.unreachable, ...prebuilt };
    const opened = await openDatabase({ kind: 'embedded', folder: join(folder, 'deep', 'database') }, deps);
    if (opened.ok) await opened.value.close();
  });
  expect(readdirSync(join(remains, 'deep', 'database'))).toContain('postgres');
}, 60_000);

test('a database whose process was killed before it flushed the name survives a power failure in the next one', async () => {
  const folder = temporaryFolder(memoryFolder());
  const database = join(folder, 'deep', 'database');
  const source = join(temporaryFolder(memoryFolder()), 'source');
  createDatabaseFolder(source);
  const remains = await loseUnflushed(folder, async () => {
    mkdirSync(database, { recursive: true });
    await copyEmptyDatabase(join(database, 'copy'), source);
    renameSync(join(database, 'copy'), join(database, 'postgres'));
    const deps = { now: Date.now, onError: expect.unreachable };
    const opened = await openDatabase({ kind: 'embedded', folder: database }, deps);
    if (!opened.ok) throw new Error(opened.error.hint, { cause: opened.error.cause });
    // At the end, a snapshot would flush the names too.
    onTestFinished(opened.value.close);
  });
  expect(readdirSync(join(remains, 'deep', 'database'))).toContain('postgres');
}, 60_000);
