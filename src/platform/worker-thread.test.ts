import { setTimeout as wait } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createWorkerThread, WorkerLimitError } from './worker-thread.ts';

const script = `
  import { parentPort, threadId } from 'node:worker_threads';
  const jobs = {
    thread: () => threadId,
    hang: () => { for (;;); },
    exit: () => process.exit(3),
    throw: () => { throw new TypeError('a bug'); },
    allocate: () => { const kept = []; for (;;) kept.push({ kept }); },
  };
  parentPort.on('message', (job) => parentPort.postMessage(jobs[job]()));
`;
const file = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
const createThread = (limits: { jobMs?: number; idleMs?: number } = {}) =>
  createWorkerThread<string, number>(file, { jobMs: 20_000, heapMb: 30, idleMs: 60_000, ...limits });

test('jobs run in one other thread, one after another', async () => {
  const run = createThread();
  const [first, second] = await Promise.all([run('thread'), run('thread')]);
  expect(first).toBe(second);
  expect(first).not.toBe(threadId);
});

test.each(['exit', 'allocate'])(
  'a worker that ends (%s) rejects its job, and the next job starts another',
  async (job) => {
    const run = createThread();
    const first = await run('thread');
    const failed = run(job);
    const next = run('thread');
    await expect(failed).rejects.toThrow(WorkerLimitError);
    expect(await next).not.toBe(first);
  },
);

test('a job that exceeds its time ends', async () => {
  const run = createThread({ jobMs: 2000 });
  await expect(run('hang')).rejects.toThrow(WorkerLimitError);
  expect(await run('thread')).toBeGreaterThan(0);
});

test('an error of a job is not taken for a limit', async () => {
  await expect(createThread()('throw')).rejects.toThrow(new TypeError('a bug'));
});

test('an idle worker ends, and the next job starts another', async () => {
  const run = createThread({ idleMs: 1 });
  const first = await run('thread');
  await wait(20);
  expect(await run('thread')).not.toBe(first);
});
