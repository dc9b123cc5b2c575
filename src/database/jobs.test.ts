import { expect, onTestFinished, test } from 'vitest';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { createJobs, type Jobs } from './jobs.ts';

function openJobs(database: TestDatabase): { jobs: Jobs; troubles: unknown[] } {
  const troubles: unknown[] = [];
  const onTrouble = (error: unknown) => void troubles.push(error);
  const jobs = createJobs({ database, onTrouble, pollSeconds: 0.5 });
  onTestFinished(() => jobs.stop());
  return { jobs, troubles };
}

describeDatabases('jobs', (open) => {
  test('nodes that begin together share what there is to do', async () => {
    await using database = await open();
    const done: number[] = [];
    const nodes = [openJobs(database), openJobs(database), openJobs(database)];
    for (const { jobs } of nodes) {
      jobs.work<{ each: number }>('together', async ({ each }) => void done.push(each));
    }
    await Promise.all(nodes.map(({ jobs }) => jobs.start()));
    await Promise.all(
      nodes.flatMap(({ jobs }, each) => [each, each + 3].map((n) => jobs.send('together', { each: n }))),
    );
    await expect.poll(() => done.length, { timeout: 30_000 }).toBe(6);
    expect(done.toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(nodes.flatMap(({ troubles }) => troubles)).toEqual([]);
  }, 60_000);

  test('what is sent is done, at once or at its moment, and again where it fails', async () => {
    await using database = await open();
    const { jobs, troubles } = openJobs(database);
    const done: string[] = [];
    const { promise: all, resolve } = Promise.withResolvers<void>();
    jobs.work<{ what: string }>('at-once', async ({ what }) => {
      done.push(what);
      if (what === 'fails' && done.length === 1) throw new Error('the first time');
      if (done.includes('later') && done.filter((each) => each === 'fails').length === 2) resolve();
    });
    await jobs.send('at-once', { what: 'fails' });
    await jobs.send('at-once', { what: 'later' }, { startAfter: new Date(Date.now() + 1000) });
    await all;
    expect(done.toSorted()).toEqual(['fails', 'fails', 'later']);
    expect(troubles).toEqual([new Error('the first time')]);
  }, 60_000);

  test('what waits is taken once by its key, and outlives the process', async () => {
    await using database = await open();
    const first = openJobs(database).jobs;
    const run: string[] = [];
    first.work<{ what: string }>('kept', async ({ what }) => void run.push(what));
    const later = new Date(Date.now() + 3_600_000);
    await first.send('kept', { what: 'one' }, { startAfter: later, singletonKey: 'a/1' });
    await first.send('kept', { what: 'two' }, { startAfter: later, singletonKey: 'a/1' });
    await first.stop();
    expect(run).toEqual([]);

    // Its moment comes while nobody is at work.
    await database.executeSql("update pgboss.job set start_after = now() where name = 'kept'");
    const second = openJobs(database).jobs;
    const { promise: last, resolve } = Promise.withResolvers<void>();
    second.work<{ what: string }>('kept', async ({ what }) => {
      run.push(what);
      if (what === 'last') resolve();
    });
    await second.send('kept', { what: 'last' });
    await last;
    expect(run).toEqual(['one', 'last']);
  }, 60_000);

  test('a database that is away at the start is tried again at the next wish', async () => {
    await using database = await open();
    let isAway = true;
    const executeSql: TestDatabase['executeSql'] = (text, values) => {
      // It goes in the middle of the start.
      if (isAway && /queue/i.test(text)) return Promise.reject(new Error('away'));
      return database.executeSql(text, values);
    };
    const { jobs } = openJobs({ ...database, executeSql });
    const { promise: done, resolve } = Promise.withResolvers<object>();
    jobs.work('away', async (data) => resolve(data));
    await expect(jobs.start()).rejects.toThrow('away');
    isAway = false;
    await jobs.send('away', { what: 'kept' });
    expect(await done).toEqual({ what: 'kept' });
  }, 60_000);

  test('an error in a transaction that came as text leaves nothing behind', async () => {
    await using database = await open();
    const broken = 'begin; create table left_over (a int); select 1/0; commit;';
    await expect(database.executeSql(broken)).rejects.toThrow();
    const both =
      'begin; create table left_over (a int); insert into left_over values (7) returning a; commit;';
    expect((await database.executeSql(both)).rows).toEqual([{ a: 7 }]);
    expect((await database.executeSql('select $1::int as b', [8])).rows).toEqual([{ b: 8 }]);
    await database.executeSql('drop table left_over');
  });
});
