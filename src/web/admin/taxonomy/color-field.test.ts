import { expect, test } from 'vitest';
import { contrastRatio } from './color-field.tsx';

test('contrastRatio follows WCAG in either order of the colors', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastRatio('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
  expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrastRatio('#c8391b', '#C8391B')).toBe(1);
});
