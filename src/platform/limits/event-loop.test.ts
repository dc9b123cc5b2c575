import { expect, onTestFinished, test, vi } from 'vitest';
import { createBackgroundThrottle, createEventLoopYield, monitorEventLoop } from './event-loop.ts';

/** Number of pieces that run before another task gets a turn. */
async function piecesBefore(pieceMs: number, createYield: typeof createEventLoopYield): Promise<number> {
  let now = 0;
  let pieces = 0;
  let piecesBeforeOthers = -1;
  const yieldToEventLoop = createYield(() => now);
  setImmediate(() => {
    piecesBeforeOthers = pieces;
  });
  while (pieces < 20) {
    await yieldToEventLoop();
    now += pieceMs;
    pieces += 1;
  }
  if (piecesBeforeOthers < 0) await new Promise((resolve) => setImmediate(resolve));
  return piecesBeforeOthers;
}

test('a long chain of work yields to other tasks', async () => {
  expect(await piecesBefore(3, () => async () => undefined)).toBe(20);
  expect(await piecesBefore(3, createEventLoopYield)).toBe(1);
  expect(await piecesBefore(0.5, createEventLoopYield)).toBe(5);
});

test('a short chain is not interrupted', async () => {
  expect(await piecesBefore(0.1, createEventLoopYield)).toBe(20);
});

test('the pause is twice the busy time since the last one, up to a maximum', async () => {
  let active = 0;
  const pauses: number[] = [];
  const throttle = createBackgroundThrottle(
    () => active,
    async (ms) => {
      pauses.push(ms);
      // Others are busy meanwhile.
      active += 1000;
    },
  );
  for (const busyMs of [80, 0.4, 1000, 3]) {
    active += busyMs;
    await throttle();
  }
  expect(pauses).toEqual([160, 500, 6]);
});

test('by default, the pause follows the time that the process was busy', async () => {
  const throttle = createBackgroundThrottle();
  // The process counts as active only from its second turn on.
  await new Promise((resolve) => setTimeout(resolve, 1));
  await throttle();
  const until = performance.now() + 50;
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 1));
  const startedAt = performance.now();
  await throttle();
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(90);
});

test('only repeated slow intervals count as overload, which ends with them', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const delays = { count: 0, mean: 0, enable: () => true, disable: () => true, reset: () => undefined };
  const watch = monitorEventLoop(delays);
  onTestFinished(watch.close);
  const sampleAfter = (count: number, meanMs: number) => {
    Object.assign(delays, { count, mean: meanMs * 1e6 });
    vi.advanceTimersByTime(1000);
    return watch.isOverloaded();
  };
  expect(sampleAfter(1, 1500)).toBe(false);
  expect(sampleAfter(1, 1500)).toBe(false);
  expect(sampleAfter(10, 200)).toBe(false);
  expect(sampleAfter(5, 1000)).toBe(false);
  expect(sampleAfter(10, 200)).toBe(false);
  expect([sampleAfter(5, 1000), sampleAfter(5, 1000)]).toEqual([false, true]);
  expect(sampleAfter(10, 200)).toBe(false);
});
