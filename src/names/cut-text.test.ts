import { expect, test } from 'vitest';
import { byteLength, cutToBytes, trimEnds } from './cut-text.ts';

test('a text is cut to the bytes it may have, and not one below', () => {
  expect(cutToBytes('abc', 3)).toBe('abc');
  expect(cutToBytes('abc', 2)).toBe('ab');
  expect(cutToBytes('กขค', 8)).toBe('กข');
  expect(cutToBytes('กขค', 6)).toBe('กข');
  expect(cutToBytes('a', 0)).toBe('');
});

test('a grapheme that does not fit ends the text, also where a later one would fit', () => {
  const family = '👨‍👩‍👧';
  expect(cutToBytes(`${family}a`, byteLength(family))).toBe(family);
  expect(cutToBytes(`${family}a`, byteLength(family) - 1)).toBe('');
});

test('dots and spaces go from both ends alone', () => {
  expect(trimEnds(' . a. b .. ')).toBe('a. b');
  expect(trimEnds('a')).toBe('a');
  expect(trimEnds(' ..')).toBe('');
});
