import { expect, test } from 'vitest';
import {
  announcedStep,
  createTransferRate,
  type RunningProgress,
  trackProgress,
} from './download-progress.ts';

/** A clock that tests move; timers run when they are due. */
function createClock() {
  let time = 0;
  let timers: { at: number; callback: () => void }[] = [];
  return {
    now: () => time,
    schedule(milliseconds: number, callback: () => void) {
      const timer = { at: time + milliseconds, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((pending) => pending !== timer);
      };
    },
    advance(milliseconds: number) {
      time += milliseconds;
      const due = timers.filter(({ at }) => at <= time);
      timers = timers.filter(({ at }) => at > time);
      for (const { callback } of due) callback();
    },
    pending: () => timers.length,
  };
}

function startTracking() {
  const clock = createClock();
  const updates: RunningProgress[] = [];
  const tracker = trackProgress(clock, (progress) => updates.push(progress));
  return { clock, updates, tracker };
}

test('progress is announced only at each quarter', () => {
  const steps = Array.from({ length: 101 }, (_, received) => announcedStep(received, 100));
  expect([...new Set(steps)]).toEqual([0, 25, 50, 75, 100]);
  expect(announcedStep(10, null)).toBeNull();
});

test('the rate is unknown for one second, then covers the last five', () => {
  const measure = createTransferRate();
  const rates = [
    [0, 0],
    [500, 500],
    [1000, 1000],
    [4000, 4000],
    [6000, 4000],
    [9000, 4000],
    // Started again.
    [9500, 100],
    [10_500, 1100],
  ].map(([at = 0, bytes = 0]) => measure(at, bytes));
  expect(rates).toEqual([null, null, 1000, 1000, 600, 0, null, 1000]);
});

test('many chunks become a few updates a second, and the last chunk is one', () => {
  const { clock, updates, tracker } = startTracking();
  for (let chunk = 1; chunk <= 100; chunk += 1) {
    tracker.receive(chunk, 100);
    clock.advance(10);
  }
  expect(updates.map(({ received }) => received)).toEqual([1, 20, 40, 60, 80, 100]);
});

test('the last chunk before a pause is reported too', () => {
  const { clock, updates, tracker } = startTracking();
  tracker.receive(0, 100);
  tracker.receive(50, 100);
  clock.advance(200);
  expect(updates.map(({ received }) => received)).toEqual([0, 50]);
});

test('a transfer without a byte for two seconds is stalled until the next one', () => {
  const { clock, updates, tracker } = startTracking();
  tracker.receive(10, 100);
  clock.advance(1999);
  expect(updates.at(-1)?.isStalled).toBe(false);
  clock.advance(1);
  expect(updates.at(-1)).toMatchObject({ isStalled: true, bytesPerSecond: null, received: 10 });
  tracker.receive(20, 100);
  expect(updates.at(-1)).toMatchObject({ isStalled: false, received: 20 });
});

test('a transfer is stalled if not even its first byte arrives', () => {
  const { clock, updates } = startTracking();
  clock.advance(2000);
  expect(updates).toMatchObject([{ isStalled: true, received: 0 }]);
});

test('retries are counted, and nothing is reported after the end', () => {
  const { clock, updates, tracker } = startTracking();
  tracker.retry();
  tracker.retry();
  expect(updates.map(({ retries }) => retries)).toEqual([1, 2]);
  tracker.receive(10, null);
  tracker.stop();
  clock.advance(10_000);
  expect(updates).toHaveLength(2);
  expect(clock.pending()).toBe(0);
});
