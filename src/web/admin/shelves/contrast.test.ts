import { expect, test } from 'vitest';
import { contrast } from './contrast.ts';

test('contrast is as WCAG counts it, whichever colour comes first', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('#c8391b', '#C8391B')).toBe(1);
});
