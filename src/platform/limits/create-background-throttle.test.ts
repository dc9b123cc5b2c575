import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBackgroundThrottle } from './event-loop.ts';

async function measurePause(busyMs: number, share?: number): Promise<number> {
  const throttle = createBackgroundThrottle(share === undefined ? {} : { share });
  await wait(1);
  await throttle();
  const until = performance.now() + busyMs;
  while (performance.now() < until);
  await wait(1);
  const startedAt = performance.now();
  await throttle();
  return performance.now() - startedAt;
}

test('the pause is longer than the busy time, up to a maximum', async () => {
  expect(await measurePause(80)).toBeGreaterThanOrEqual(150);
  expect(await measurePause(80, 0.25)).toBeGreaterThanOrEqual(15);
  const long = await measurePause(1000);
  expect(long).toBeGreaterThanOrEqual(490);
  expect(long).toBeLessThan(1500);
});
