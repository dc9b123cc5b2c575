import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDatabaseFolder } from '#test/support/databases.ts';
import { memoryFolder } from '#test/support/memory-folder.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { openDatabase } from './database.ts';

test('while a database is open, checkpoints limit its log', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryFolder(memoryFolder());
  const dataDir = join(folder, 'postgres');
  createDatabaseFolder(dataDir);
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const opened = await openDatabase({ kind: 'embedded', folder }, { now: Date.now, onError });
  if (!opened.ok) throw new Error(opened.error.hint, { cause: opened.error.cause });
  const { executeSql, close } = opened.value;

  const readStart = async () => {
    vi.advanceTimersByTime(300_000);
    // Queued behind a checkpoint.
    await executeSql('select 1');
    return (await executeSql('select redo_lsn::text from pg_control_checkpoint()')).rows;
  };
  const start = await readStart();
  await executeSql('create table filler (words text)');
  expect(await readStart()).toEqual(start);
  for (let turn = 0; turn < 8; turn += 1) {
    await executeSql(
      'insert into filler select repeat(md5(random()::text), 20) from generate_series(1, 25000)',
    );
    await readStart();
  }
  await expect.poll(readStart).not.toEqual(start);
  const log = readdirSync(join(dataDir, 'pg_wal')).filter((name) => name.length === 24);
  expect(log.length).toBeLessThan(10);
  expect(errors).toEqual([]);
  await close();
});
