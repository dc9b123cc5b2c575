import { expect, test } from 'vitest';
import { announcedStep, isVisibleChange } from './download-progress.ts';

test('progress is announced only at each quarter', () => {
  const steps = Array.from({ length: 101 }, (_, received) => announcedStep(received, 100));
  expect([...new Set(steps)]).toEqual([0, 25, 50, 75, 100]);
  expect(announcedStep(10, null)).toBeNull();
});

test('only a new percentage, the start and the end are visible changes', () => {
  const before = { phase: 'running', received: 1000, total: 100_000 } as const;
  expect(isVisibleChange(undefined, 0, 100_000)).toBe(true);
  expect(isVisibleChange(before, 1500, 100_000)).toBe(false);
  expect(isVisibleChange(before, 2000, 100_000)).toBe(true);
  expect(isVisibleChange({ ...before, received: 99_900 }, 100_000, 100_000)).toBe(true);
});
