import { fdatasyncSync, fsyncSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDatabaseFolder } from '#test/support/databases.ts';
import { memoryFolder } from '#test/support/memory-folder.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { createGuardedPglite } from './guarded-pglite.ts';
import { LostEngineError } from './lost-engine.ts';
import { startPglite } from './start-pglite.ts';

async function openRecorded() {
  const dataDir = join(temporaryFolder(memoryFolder()), 'postgres');
  const flushed: string[] = [];
  const disk = { error: null as string | null };
  const record = (fd: number, flush: (fd: number) => void) => {
    if (disk.error) throw Object.assign(new Error(disk.error), { code: disk.error });
    flush(fd);
    flushed.push(readlinkSync(`/proc/self/fd/${fd}`).slice(dataDir.length + 1));
  };
  const deps = {
    fdatasyncSync: (fd: number) => record(fd, fdatasyncSync),
    fsyncSync: (fd: number) => record(fd, fsyncSync),
  };
  createDatabaseFolder(dataDir);
  const engine = await startPglite({ dataDir }, deps);
  await engine.exec('create table note (words text unique)');
  const readFlushed = () => flushed.splice(0);
  readFlushed();
  return { dataDir, deps, disk, engine, readFlushed };
}

const isLog = (path: string) => /^pg_wal\/[0-9A-F]{24}$/.test(path);

test('a write is answered only when the log is on the disk, and a read flushes nothing', async () => {
  const { engine, readFlushed } = await openRecorded();
  expect((await engine.query('show fsync')).rows).toEqual([{ fsync: 'on' }]);
  expect((await engine.query('show full_page_writes')).rows).toEqual([{ full_page_writes: 'on' }]);
  for (let count = 0; count < 20; count += 1) {
    await engine.query('insert into note values ($1)', [count]);
    expect(readFlushed().filter(isLog)).toHaveLength(1);
  }
  await engine.transaction(async (tx) => {
    await tx.query("update note set words = 'a' where words = '1'");
    await tx.query("delete from note where words = '2'");
    expect(readFlushed()).toEqual([]);
  });
  expect(readFlushed().filter(isLog)).toHaveLength(1);
  await engine.query('select * from note');
  expect(readFlushed()).toEqual([]);
  await engine.close();
});

test('a new log file and its name, and all changed files of a checkpoint, are flushed', async () => {
  const { engine, readFlushed } = await openRecorded();
  await engine.exec('select pg_switch_wal()');
  readFlushed();
  await engine.exec("insert into note values ('first')");
  const newLog = readFlushed();
  expect(newLog[0]).toMatch(/^pg_wal\/xlogtemp/);
  expect(newLog).toContain('pg_wal');
  expect(newLog.at(-1)).toSatisfy(isLog);

  const { rows } = await engine.query<{ path: string }>("select pg_relation_filepath('note') as path");
  await engine.exec('checkpoint');
  const paths = readFlushed();
  expect(paths).toContain(rows[0]?.path);
  expect(paths.indexOf(join('global', 'pg_control'))).toBeGreaterThan(paths.indexOf(rows[0]?.path ?? ''));
  await engine.close();
});

test.each(['EIO', 'ENOSPC'])('a write whose flush fails with %s is rejected', async (code) => {
  const { dataDir, deps, disk, engine: first } = await openRecorded();
  const errors: unknown[] = [];
  const engine = createGuardedPglite(first, {
    checkStorage: () => null,
    async reopen() {
      disk.error = null;
      return startPglite({ dataDir }, deps);
    },
    copy: () => Promise.reject(new Error('not needed')),
    onError: (error) => errors.push(error),
  });
  await engine.query("insert into note values ('flushed')");
  disk.error = code;
  await expect(engine.query("insert into note values ('rejected')")).rejects.toThrow(LostEngineError);
  expect(errors).toEqual([expect.any(LostEngineError)]);
  await engine.query("insert into note values ('flushed too')");
  const { rows } = await engine.query<{ words: string }>('select words from note');
  expect(rows.map(({ words }) => words)).toEqual(expect.arrayContaining(['flushed', 'flushed too']));
  await engine.close();
});
