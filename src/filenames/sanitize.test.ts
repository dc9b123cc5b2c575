import { expect, test } from 'vitest';
import { trimDotsAndSpaces, truncateToBytes, utf8ByteLength } from './sanitize.ts';

test('a text is cut to exactly the maximum number of bytes', () => {
  expect(truncateToBytes('abc', 3)).toBe('abc');
  expect(truncateToBytes('abc', 2)).toBe('ab');
  expect(truncateToBytes('กขค', 8)).toBe('กข');
  expect(truncateToBytes('กขค', 6)).toBe('กข');
  expect(truncateToBytes('a', 0)).toBe('');
});

test('the first grapheme that does not fit ends the text, even if a later one would fit', () => {
  const family = '👨‍👩‍👧';
  expect(truncateToBytes(`${family}a`, utf8ByteLength(family))).toBe(family);
  expect(truncateToBytes(`${family}a`, utf8ByteLength(family) - 1)).toBe('');
});

test('dots and spaces are trimmed from both ends only', () => {
  expect(trimDotsAndSpaces(' . a. b .. ')).toBe('a. b');
  expect(trimDotsAndSpaces('a')).toBe('a');
  expect(trimDotsAndSpaces(' ..')).toBe('');
});
