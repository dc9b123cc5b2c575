import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { createChallengeService, drawChallenge, parseNumber } from './challenge.ts';

const sealer = createSealer('verification-7c1e4b9f2a6d0835', 'challenge');
const minute = 60_000;

function start(random = 0.75) {
  const clock = { now: 1_000_000 };
  return {
    clock,
    verification: createChallengeService({ sealer, now: () => clock.now, random: () => random }),
  };
}

test('only the issued sum is verified with its token', () => {
  const { verification } = start();
  const { challenge, token } = verification.issue();
  expect(challenge).toEqual({ left: 8, right: 8 });
  expect(verification.verify(token, '16')).toBe(true);
  for (const other of ['١٦', '十六']) expect(verification.verify(token, other)).toBe(true);
  for (const invalid of ['15', '17', '88', '', 'sixteen']) {
    expect(verification.verify(token, invalid)).toBe(false);
  }
});

test('a token is valid for half an hour', () => {
  const { verification, clock } = start();
  const { token } = verification.issue();
  clock.now += 30 * minute - 1;
  expect(verification.verify(token, '16')).toBe(true);
  clock.now += 1;
  expect(verification.verify(token, '16')).toBe(false);
});

test('a damaged, foreign or empty token verifies nothing', () => {
  const { verification } = start();
  const { token } = verification.issue();
  const foreignToken = createSealer('another-secret-of-the-same-length', 'challenge').seal({
    left: 8,
    right: 8,
    expiresAt: 2_000_000,
  });
  for (const invalid of ['', 'token', `${token}A`, token.slice(1), foreignToken]) {
    expect(verification.verify(invalid, '16')).toBe(false);
  }
});

test.each([
  null,
  'text',
  16,
  [8, 8, 2_000_000],
  {},
  { left: 8, right: 8 },
  { left: '8', right: 8, expiresAt: 2_000_000 },
  { left: 8, expiresAt: 2_000_000 },
  { left: '', right: '16', expiresAt: 2_000_000 },
  { left: 8, right: 8, expiresAt: '2000000' },
])('sealed data that is not a challenge, such as %j, verifies nothing', (value) => {
  const { verification } = start();
  const isVerified = (sealed: unknown) =>
    ['16', '88', '', '0'].some((input) => verification.verify(sealer.seal(sealed), input));
  expect(isVerified({ left: 8, right: 8, expiresAt: 2_000_000 })).toBe(true);
  expect(isVerified(value)).toBe(false);
});

test('both operands are integers from 1 to 10', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (number) => {
      const { left, right } = drawChallenge(() => number);
      for (const operand of [left, right]) {
        expect(Number.isInteger(operand)).toBe(true);
        expect(operand).toBeGreaterThanOrEqual(1);
        expect(operand).toBeLessThanOrEqual(10);
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
