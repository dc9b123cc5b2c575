import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchDelay } from './watch-delay.ts';

function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('turns that all take long are load, one long one is none, and it passes', async () => {
  const watch = watchDelay({ limitMs: 60, everyMs: 100 });
  try {
    block(150);
    await pause(250);
    expect(watch.isOverloaded()).toBe(false);
    for (let turn = 0; turn < 24 && !watch.isOverloaded(); turn += 1) {
      block(100);
      await pause(1);
    }
    expect(watch.isOverloaded()).toBe(true);
    await expect.poll(() => watch.isOverloaded()).toBe(false);
  } finally {
    watch.close();
  }
});
