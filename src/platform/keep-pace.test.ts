import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPace } from './keep-pace.ts';

async function restAfter(busyMs: number, share?: number): Promise<number> {
  const rest = createPace(share === undefined ? {} : { share });
  // Nothing is known of the loop before its first turn.
  await wait(1);
  await rest();
  const until = performance.now() + busyMs;
  while (performance.now() < until);
  await wait(1);
  const begun = performance.now();
  await rest();
  return performance.now() - begun;
}

test('work rests longer than the process was busy, and never for very long', async () => {
  expect(await restAfter(80)).toBeGreaterThanOrEqual(150);
  expect(await restAfter(80, 0.25)).toBeGreaterThanOrEqual(15);
  const long = await restAfter(1000);
  expect(long).toBeGreaterThanOrEqual(490);
  expect(long).toBeLessThan(1500);
});
