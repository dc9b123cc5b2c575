import { expect, test } from 'vitest';
import { limitRate } from './limit-rate.ts';

test('only so many pass in any stretch of time', () => {
  let time = 0;
  const passes = limitRate({ limit: 2, windowMs: 1000, now: () => time });
  expect([passes(), passes(), passes()]).toEqual([true, true, false]);
  time = 999;
  expect(passes()).toBe(false);
  time = 1000;
  expect([passes(), passes(), passes()]).toEqual([true, true, false]);
});

test('what was refused does not count', () => {
  let time = 0;
  const passes = limitRate({ limit: 1, windowMs: 1000, now: () => time });
  passes();
  for (time = 100; time < 1000; time += 100) expect(passes()).toBe(false);
  expect(passes()).toBe(true);
});
