import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawChallenge, isSolved, operandMax, operandMin, parseNumber } from './challenge.ts';

test('both operands are integers from 1 to 10', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (number) => {
      const { left, right } = drawChallenge(() => number);
      for (const operand of [left, right]) {
        expect(Number.isInteger(operand)).toBe(true);
        expect(operand).toBeGreaterThanOrEqual(operandMin);
        expect(operand).toBeLessThanOrEqual(operandMax);
      }
    }),
  );
  expect(drawChallenge(() => 0)).toEqual({ left: 1, right: 1 });
  expect(drawChallenge(() => 0.999999)).toEqual({ left: 10, right: 10 });
});

test.each([
  ['17', 'Latin'],
  [' 17 ', 'with spaces around'],
  ['١٧', 'Arabic-Indic'],
  ['۱۷', 'Persian'],
  ['१७', 'Devanagari'],
  ['๑๗', 'Thai'],
  ['17', 'full width'],
  ['᧑᧗', 'New Tai Lue'],
  ['𝟏𝟕', 'mathematical bold'],
  ['𝟭𝟳', 'mathematical sans-serif bold'],
  ['十七', 'Chinese'],
  ['一十七', 'Chinese with the one'],
  ['一七', 'Chinese digit by digit'],
  ['00000017', 'eight'],
])('%s is seventeen in %s digits', (input) => {
  expect(parseNumber(input)).toBe(17);
});

test.each([
  ['两', 2],
  ['兩', 2],
  ['两十', 20],
  ['兩十一', 21],
  ['十', 10],
  ['零', 0],
  ['〇', 0],
  ['九', 9],
  ['0', 0],
  ['99999999', 99_999_999],
])('%s is parsed as %d', (input, number) => {
  expect(parseNumber(input)).toBe(number);
});

test.each([
  '',
  '  ',
  'seventeen',
  '1 7',
  '1.7',
  '-17',
  '+17',
  '0x11',
  '1e1',
  '十十',
  '百',
  '17百',
  '999999999',
])('%j is not a whole number', (input) => {
  expect(parseNumber(input)).toBeNull();
});

test('only the sum solves a challenge', () => {
  expect(isSolved({ left: 8, right: 9 }, '17')).toBe(true);
  expect(isSolved({ left: 8, right: 9 }, '18')).toBe(false);
  expect(isSolved({ left: 8, right: 9 }, '')).toBe(false);
  expect(isSolved({ left: 10, right: 10 }, '二十')).toBe(true);
});
