import { expect, test } from 'vitest';
import { archiveBytesLimit, archiveFilesLimit } from '#media/contract.ts';
import { weighChoice } from './weigh-choice.ts';

test('the sum is known where every file says its size', () => {
  expect(weighChoice([1, 2])).toEqual({ sum: 3, isTooMuch: false });
  expect(weighChoice([1, null])).toEqual({ sum: null, isTooMuch: false });
  expect(weighChoice([])).toEqual({ sum: null, isTooMuch: false });
});

test('more files than one ZIP takes are too much, and more bytes, also where some sizes are unknown', () => {
  const files = Array.from({ length: archiveFilesLimit }, () => null);
  expect(weighChoice(files).isTooMuch).toBe(false);
  expect(weighChoice([...files, null]).isTooMuch).toBe(true);
  expect(weighChoice([archiveBytesLimit])).toEqual({ sum: archiveBytesLimit, isTooMuch: false });
  expect(weighChoice([archiveBytesLimit, 1]).isTooMuch).toBe(true);
  expect(weighChoice([archiveBytesLimit, 1, null]).isTooMuch).toBe(true);
});
