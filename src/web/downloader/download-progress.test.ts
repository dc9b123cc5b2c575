import { expect, test } from 'vitest';
import { isVisibleStep, spokenStep } from './download-progress.ts';

test('progress is spoken at the quarters only', () => {
  const spoken = Array.from({ length: 101 }, (_, received) => spokenStep(received, 100));
  expect([...new Set(spoken)]).toEqual([0, 25, 50, 75, 100]);
  expect(spokenStep(10, null)).toBeNull();
});

test('the page draws a new percent, the beginning and the end', () => {
  const before = { phase: 'running', received: 1000, total: 100_000 } as const;
  expect(isVisibleStep(undefined, 0, 100_000)).toBe(true);
  expect(isVisibleStep(before, 1500, 100_000)).toBe(false);
  expect(isVisibleStep(before, 2000, 100_000)).toBe(true);
  expect(isVisibleStep({ ...before, received: 99_900 }, 100_000, 100_000)).toBe(true);
});
