import { expect, test } from 'vitest';
import { randomCounterStart, randomCounterTick } from './download-counter.tsx';

const lowest = () => 0;
const highest = () => 0.999_999;

test('the counter starts one to five above its seed', () => {
  expect(randomCounterStart(lowest)).toBe(2_847_692);
  expect(randomCounterStart(highest)).toBe(2_847_696);
});

test('the counter grows by one to three every ten to thirty seconds', () => {
  expect(randomCounterTick(lowest)).toEqual({ pauseMs: 10_000, step: 1 });
  expect(randomCounterTick(highest)).toEqual({ pauseMs: 30_000, step: 3 });
});
