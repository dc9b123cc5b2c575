import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EventLoopDelays, monitorEventLoop } from './event-loop.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test('only repeated slow intervals count as overload, which ends with them', () => {
  const delays = { count: 0, mean: 0, enable: () => true, disable: () => true, reset: () => undefined };
  const watch = monitorEventLoop({ limitMs: 60, everyMs: 100, delays: delays satisfies EventLoopDelays });
  const sampleAfter = (count: number, meanMs: number) => {
    Object.assign(delays, { count, mean: meanMs * 1e6 });
    vi.advanceTimersByTime(100);
    return watch.isOverloaded();
  };
  try {
    expect(sampleAfter(1, 150)).toBe(false);
    expect(sampleAfter(1, 150)).toBe(false);
    expect(sampleAfter(10, 20)).toBe(false);
    expect(sampleAfter(5, 100)).toBe(false);
    expect(sampleAfter(10, 20)).toBe(false);
    expect([sampleAfter(5, 100), sampleAfter(5, 100)]).toEqual([false, true]);
    expect(sampleAfter(10, 20)).toBe(false);
  } finally {
    watch.close();
  }
});
