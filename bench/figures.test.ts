import { expect, test, vi } from 'vitest';
import { addFigure, check, printFigures } from './figures.ts';

test('a missed goal fails only a strict run, a failed check every run', () => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
  const run = { isStrict: false, hasBefore: true };
  addFigure('a page: ms', [3, 6], { most: 5 });
  expect(printFigures({ ...run, isStrict: true })).toBe(0);
  addFigure('a download: MB/s of a baseline', [1.2, 1], { least: 1.5 });
  expect([printFigures(run), printFigures({ ...run, isStrict: true })]).toEqual([0, 1]);
  expect(print.mock.calls.flat().map((line) => String(line).trim().replaceAll(/ {2,}/g, ' | '))).toContain(
    'a download: MB/s of a baseline | 1.20 | at least 1.5 | NOT MET | 1.00 | 1.20',
  );
  check('50 downloads at once are whole', false);
  expect(printFigures(run)).toBe(1);
});
