import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBackgroundThrottle, createEventLoopYield, monitorEventLoop } from './event-loop.ts';

function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

/** Number of pieces that run before another task gets a turn. */
async function piecesBefore(pieceMs: number, yieldToEventLoop: () => Promise<void>): Promise<number> {
  let pieces = 0;
  let piecesBeforeOthers = -1;
  setImmediate(() => {
    piecesBeforeOthers = pieces;
  });
  while (pieces < 20) {
    await yieldToEventLoop();
    block(pieceMs);
    pieces += 1;
  }
  if (piecesBeforeOthers < 0) await new Promise((resolve) => setImmediate(resolve));
  return piecesBeforeOthers;
}

test('a long chain of work yields to other tasks', async () => {
  expect(await piecesBefore(3, async () => undefined)).toBe(20);
  expect(await piecesBefore(3, createEventLoopYield())).toBeLessThanOrEqual(4);
});

test('a short chain is not interrupted', async () => {
  expect(await piecesBefore(0, createEventLoopYield())).toBeGreaterThan(4);
});

async function measurePause(busyMs: number): Promise<number> {
  const throttle = createBackgroundThrottle();
  await wait(1);
  await throttle();
  block(busyMs);
  await wait(1);
  const startedAt = performance.now();
  await throttle();
  return performance.now() - startedAt;
}

test('the pause is longer than the busy time, up to a maximum', async () => {
  expect(await measurePause(80)).toBeGreaterThanOrEqual(150);
  const long = await measurePause(1000);
  expect(long).toBeGreaterThanOrEqual(490);
  expect(long).toBeLessThan(1500);
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
