import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const never = new AbortController().signal;
const createTestSemaphore = (limits = {}) => createSemaphore({ concurrency: 1, maxQueued: 2, ...limits });

test('queued callers acquire in order when a slot is released', async () => {
  const semaphore = createTestSemaphore();
  const release = await semaphore.acquire(never);
  const order: string[] = [];
  const second = semaphore.acquire(never).then((next) => {
    order.push('second');
    return next;
  });
  const third = semaphore.acquire(never).then((next) => {
    order.push('third');
    return next;
  });
  expect(await semaphore.acquire(never)).toBeNull();
  release?.();
  release?.();
  (await second)?.();
  (await third)?.();
  expect(order).toEqual(['second', 'third']);
  expect(await semaphore.acquire(never)).not.toBeNull();
});

test('an aborted caller leaves the queue without acquiring', async () => {
  const semaphore = createTestSemaphore({ maxQueued: 1 });
  const release = await semaphore.acquire(never);
  const controller = new AbortController();
  const abortedWait = semaphore.acquire(controller.signal);
  controller.abort();
  expect(await abortedWait).toBeNull();
  const nextWait = semaphore.acquire(never);
  release?.();
  expect(await nextWait).not.toBeNull();
  expect(await semaphore.acquire(AbortSignal.abort())).toBeNull();
});

test('a timeout signal limits the wait', async () => {
  const semaphore = createTestSemaphore();
  await semaphore.acquire(never);
  expect(await semaphore.acquire(AbortSignal.timeout(5))).toBeNull();
});
