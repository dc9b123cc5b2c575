import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type TurnDelays, watchDelay } from './watch-delay.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test('turns that all take long are load, one long one is none, and it passes', () => {
  const delays = { count: 0, mean: 0, enable: () => true, disable: () => true, reset: () => undefined };
  const watch = watchDelay({ limitMs: 60, everyMs: 100, delays: delays satisfies TurnDelays });
  const afterLook = (count: number, meanMs: number) => {
    Object.assign(delays, { count, mean: meanMs * 1e6 });
    vi.advanceTimersByTime(100);
    return watch.isOverloaded();
  };
  try {
    expect(afterLook(1, 150)).toBe(false);
    expect(afterLook(1, 150)).toBe(false);
    expect(afterLook(10, 20)).toBe(false);
    expect(afterLook(5, 100)).toBe(false);
    expect(afterLook(10, 20)).toBe(false);
    expect([afterLook(5, 100), afterLook(5, 100)]).toEqual([false, true]);
    expect(afterLook(10, 20)).toBe(false);
  } finally {
    watch.close();
  }
});
