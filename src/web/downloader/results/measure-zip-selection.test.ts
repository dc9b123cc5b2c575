import { expect, test } from 'vitest';
import { maxZipBytes } from '#media/contract.ts';
import { measureZipSelection } from './download-bar.tsx';

test('the sum is known only if every size is', () => {
  expect(measureZipSelection([1, 2])).toEqual({ sum: 3, isTooLarge: false });
  expect(measureZipSelection([1, null])).toEqual({ sum: null, isTooLarge: false });
  expect(measureZipSelection([])).toEqual({ sum: null, isTooLarge: false });
});

test('known sizes over the ZIP limit are too large even if other sizes are unknown', () => {
  expect(measureZipSelection([maxZipBytes])).toEqual({ sum: maxZipBytes, isTooLarge: false });
  expect(measureZipSelection([maxZipBytes, 1]).isTooLarge).toBe(true);
  expect(measureZipSelection([maxZipBytes, 1, null]).isTooLarge).toBe(true);
});
