import { expect, test } from 'vitest';
import { displayedKeywords, parseKeywords } from './post-form-values.ts';

test('keywords are split on commas and trimmed, and empty ones are dropped', () => {
  expect(parseKeywords(' video , threads,, save a post ,')).toEqual(['video', 'threads', 'save a post']);
  expect(parseKeywords(' , ')).toEqual([]);
});

test('a trailing comma stays in the field', () => {
  expect(displayedKeywords('video, ', ['video'])).toBe('video, ');
});

test('keywords set from outside replace the typed text', () => {
  expect(displayedKeywords('video, ', ['a', 'b'])).toBe('a, b');
});
