import { expect, test } from 'vitest';
import { pageNumbers } from './pagination.tsx';

test('up to seven pages are all listed', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(2, 3)).toEqual([1, 2, 3]);
  expect(pageNumbers(7, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('of many pages, the ends and the neighbors are listed', () => {
  expect(pageNumbers(1, 20)).toEqual([1, 2, 3, 4, 5, 'gap', 20]);
  expect(pageNumbers(4, 20)).toEqual([1, 2, 3, 4, 5, 'gap', 20]);
  expect(pageNumbers(5, 20)).toEqual([1, 'gap', 4, 5, 6, 'gap', 20]);
  expect(pageNumbers(17, 20)).toEqual([1, 'gap', 16, 17, 18, 19, 20]);
  expect(pageNumbers(20, 20)).toEqual([1, 'gap', 16, 17, 18, 19, 20]);
  expect(pageNumbers(4, 8)).toEqual([1, 2, 3, 4, 5, 'gap', 8]);
  expect(pageNumbers(5, 8)).toEqual([1, 'gap', 4, 5, 6, 7, 8]);
});

test('every row has the current page and both ends, and a gap skips at least two pages', () => {
  for (const last of [8, 9, 30, 1000]) {
    for (let current = 1; current <= last; current++) {
      const row = pageNumbers(current, last);
      expect(row).toHaveLength(7);
      expect(row).toEqual(expect.arrayContaining([1, current, last]));
      row.forEach((entry, index) => {
        if (entry !== 'gap') return;
        expect(Number(row[index + 1]) - Number(row[index - 1])).toBeGreaterThan(2);
      });
    }
  }
});
