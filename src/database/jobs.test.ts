import { expect, onTestFinished, test } from 'vitest';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { createJobs, type Jobs } from './jobs.ts';

function openJobs(database: TestDatabase): { jobs: Jobs; errors: unknown[] } {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const jobs = createJobs({ database, onError, pollSeconds: 0.5 });
  onTestFinished(() => jobs.stop());
  return { jobs, errors };
}

describeDatabases('jobs', (open) => {
  test('nodes that start together share the jobs', async () => {
    await using database = await open();
    const done: number[] = [];
    const nodes = [openJobs(database), openJobs(database), openJobs(database)];
    for (const { jobs } of nodes) {
      jobs.work<{ index: number }>('together', async ({ index }) => void done.push(index));
    }
    await Promise.all(nodes.map(({ jobs }) => jobs.start()));
    await Promise.all(
      nodes.flatMap(({ jobs }, index) => [index, index + 3].map((n) => jobs.send('together', { index: n }))),
    );
    await expect.poll(() => done.length, { timeout: 30_000 }).toBe(6);
    expect(done.toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(nodes.flatMap(({ errors }) => errors)).toEqual([]);
  });

  test('a job runs at once or at its start time, and again after a failure', async () => {
    await using database = await open();
    const { jobs, errors } = openJobs(database);
    const done: string[] = [];
    const { promise: all, resolve } = Promise.withResolvers<void>();
    jobs.work<{ what: string }>('at-once', async ({ what }) => {
      done.push(what);
      if (what === 'fails' && done.length === 1) throw new Error('the first time');
      if (done.includes('later') && done.filter((entry) => entry === 'fails').length === 2) resolve();
    });
    await jobs.send('at-once', { what: 'fails' });
    await jobs.send('at-once', { what: 'later' }, { startAfter: new Date(Date.now() + 1000) });
    await all;
    expect(done.toSorted()).toEqual(['fails', 'fails', 'later']);
    expect(errors).toEqual([new Error('the first time')]);
  });

  test('a node that stops while its work starts sends no more jobs, and reports no error', async () => {
    await using database = await open();
    const { jobs, errors } = openJobs(database);
    jobs.work('stopped', async () => undefined);
    const started = jobs.start();
    await jobs.stop();
    await started;
    await jobs.start();
    await jobs.send('stopped', {});
    expect(errors).toEqual([]);
  });

  test('a waiting job is deduplicated by its key and survives a restart', async () => {
    await using database = await open();
    const first = openJobs(database).jobs;
    const run: string[] = [];
    first.work<{ what: string }>('kept', async ({ what }) => void run.push(what));
    const inOneHour = new Date(Date.now() + 3_600_000);
    await first.send('kept', { what: 'one' }, { startAfter: inOneHour, singletonKey: 'a/1' });
    await first.send('kept', { what: 'two' }, { startAfter: inOneHour, singletonKey: 'a/1' });
    await first.stop();
    expect(run).toEqual([]);

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
  });

  test('the next call retries a start that failed because the database was down', async () => {
    await using database = await open();
    let isAway = true;
    const executeSql: TestDatabase['executeSql'] = (text, values) => {
      // Fails in the middle of the start.
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
  });

  test('a queue runs as many jobs at a time as the last change allows', async () => {
    await using database = await open();
    const { jobs } = openJobs(database);
    const active = new Set<PromiseWithResolvers<void>>();
    jobs.work(
      'resized',
      async () => {
        const job = Promise.withResolvers<void>();
        active.add(job);
        await job.promise;
        active.delete(job);
      },
      { concurrency: 1 },
    );
    await jobs.start();
    for (let index = 0; index < 6; index += 1) await jobs.send('resized', { index });
    const expectActive = (count: number) => expect.poll(() => active.size, { timeout: 10_000 }).toBe(count);
    await expectActive(1);
    await Promise.all([jobs.setConcurrency('resized', 5), jobs.setConcurrency('resized', 3)]);
    await expectActive(3);
    await jobs.setConcurrency('resized', 1);
    for (const job of [...active]) job.resolve();
    await expectActive(1);
    await jobs.setConcurrency('resized', 3);
    await expectActive(3);
    for (const job of [...active]) job.resolve();
    await expect.poll(() => active.size).toBe(0);
  });

  test('an error in a transaction sent as text rolls it back', async () => {
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
