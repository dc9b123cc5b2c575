import { expect, test } from 'vitest';
import { archiveBytesLimit } from '#media/contract.ts';
import { weighChoice } from './weigh-choice.ts';

test('the sum is known where every file says its size', () => {
  expect(weighChoice([1, 2])).toEqual({ sum: 3, isTooMuch: false });
  expect(weighChoice([1, null])).toEqual({ sum: null, isTooMuch: false });
  expect(weighChoice([])).toEqual({ sum: null, isTooMuch: false });
});

test('more bytes than one ZIP takes are too much, also where some sizes are unknown', () => {
  expect(weighChoice([archiveBytesLimit])).toEqual({ sum: archiveBytesLimit, isTooMuch: false });
  expect(weighChoice([archiveBytesLimit, 1]).isTooMuch).toBe(true);
  expect(weighChoice([archiveBytesLimit, 1, null]).isTooMuch).toBe(true);
});
