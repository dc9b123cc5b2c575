import { expect, test } from 'vitest';
import { getContrastRatio } from './taxon-form.tsx';

test('getContrastRatio follows WCAG in either order of the colors', () => {
  expect(getContrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(getContrastRatio('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
  expect(getContrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(getContrastRatio('#c8391b', '#C8391B')).toBe(1);
});
