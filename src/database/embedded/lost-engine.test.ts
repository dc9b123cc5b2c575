import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDatabaseFolder } from '#test/support/databases.ts';
import { memoryFolder } from '#test/support/memory-folder.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { createGuardedPglite } from './guarded-pglite.ts';
import { isEngineLost, LostEngineError } from './lost-engine.ts';
import { startPglite } from './start-pglite.ts';

test('ordinary errors, new log files and checkpoints lose no engine', async () => {
  const dataDir = join(temporaryFolder(memoryFolder()), 'postgres');
  createDatabaseFolder(dataDir);
  const engine = await startPglite({ dataDir });
  await engine.exec('create table note (words text unique)');
  await expect(engine.exec('select nothing')).rejects.toThrow('does not exist');
  await expect(engine.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero');
  for (let turn = 0; turn < 3; turn += 1) {
    await engine.query('insert into note values ($1)', [turn]);
    await expect(engine.query('insert into note values ($1)', [turn])).rejects.toThrow('duplicate');
    await engine.exec('select pg_switch_wal()');
    await engine.exec('checkpoint');
  }
  expect((await engine.query('select words from note')).rows).toHaveLength(3);
  expect(isEngineLost(engine)).toBe(false);
  await engine.close();
});

test('a statement whose log cannot be written is rejected, and the next one opens the files again', async () => {
  const dataDir = join(temporaryFolder(memoryFolder()), 'postgres');
  const log = join(dataDir, 'pg_wal');
  const errors: unknown[] = [];
  createDatabaseFolder(dataDir);
  const engine = createGuardedPglite(await startPglite({ dataDir }), {
    checkStorage: () => null,
    async reopen() {
      renameSync(`${log}-away`, log);
      return startPglite({ dataDir });
    },
    copy: () => Promise.reject(new Error('not needed')),
    onError: (error) => errors.push(error),
  });
  const write = (text: string) => engine.query('insert into note values ($1)', [text]);
  const readNotes = async () => (await engine.query('select words from note order by words')).rows;
  await engine.exec("create table note (words text unique); insert into note values ('kept')");

  // The next write needs a new file.
  await engine.exec('select pg_switch_wal()');
  renameSync(log, `${log}-away`);
  await expect(write('lost')).rejects.toThrow(LostEngineError);
  expect(await readNotes()).toEqual([{ words: 'kept' }]);
  await write('kept too');

  await engine.exec('select pg_switch_wal()');
  renameSync(log, `${log}-away`);
  await expect(
    engine.transaction(async (tx) => {
      await tx.query("insert into note values ('half')").catch(() => undefined);
      await tx.query("insert into note values ('other half')");
    }),
  ).rejects.toThrow(LostEngineError);
  expect(await readNotes()).toEqual([{ words: 'kept' }, { words: 'kept too' }]);
  expect(errors).toEqual([expect.any(LostEngineError), expect.any(LostEngineError)]);
  await engine.close();
});
