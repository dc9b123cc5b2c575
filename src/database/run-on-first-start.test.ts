import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { installation } from './schema.ts';
import { runOnFirstStart } from './seed.ts';

describeDatabases('the first start', (open) => {
  test('runs once, and again if it was interrupted', async () => {
    await using database = await open();
    await database.query.delete(installation);
    const runs: string[] = [];
    const start = (run: () => void) =>
      runOnFirstStart(
        database,
        () => 0,
        async () => run(),
      );
    const interrupted = start(() => {
      runs.push('cut off');
      throw new Error('on purpose');
    });
    await expect(interrupted).rejects.toThrow('on purpose');
    await start(() => runs.push('whole'));
    await start(() => runs.push('once more'));
    expect(runs).toEqual(['cut off', 'whole']);
  });
});
