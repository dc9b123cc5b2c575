import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { onFirstStart } from './first-start.ts';
import { installation } from './schema.ts';

describeDatabases('the first start', (open) => {
  test('happens once, and again where it was cut off', async () => {
    await using database = await open();
    await database.query.delete(installation);
    const runs: string[] = [];
    const start = (run: () => void) =>
      onFirstStart(
        database,
        () => 0,
        async () => run(),
      );
    const cut = start(() => {
      runs.push('cut off');
      throw new Error('on purpose');
    });
    await expect(cut).rejects.toThrow('on purpose');
    await start(() => runs.push('whole'));
    await start(() => runs.push('once more'));
    expect(runs).toEqual(['cut off', 'whole']);
  });
});
