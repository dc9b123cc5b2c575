import { expect, test } from 'vitest';
import { drawCounterStart, nextCounterTick } from './counter-tick.ts';

const lowest = () => 0;
const highest = () => 0.999_999;

test('the counter starts one to five above its seed', () => {
  expect(drawCounterStart(lowest)).toBe(2_847_692);
  expect(drawCounterStart(highest)).toBe(2_847_696);
});

test('it grows by one to three every ten to thirty seconds', () => {
  expect(nextCounterTick(lowest)).toEqual({ pauseMs: 10_000, step: 1 });
  expect(nextCounterTick(highest)).toEqual({ pauseMs: 30_000, step: 3 });
});
