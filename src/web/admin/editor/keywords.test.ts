import { expect, test } from 'vitest';
import { readKeywords, shownKeywords } from './keywords.ts';

test('keywords are split on commas, trimmed, and empty ones dropped', () => {
  expect(readKeywords(' video , threads,, save a post ,')).toEqual(['video', 'threads', 'save a post']);
  expect(readKeywords(' , ')).toEqual([]);
});

test('a comma that was just typed stays in the field', () => {
  expect(shownKeywords('video, ', ['video'])).toBe('video, ');
});

test('keywords that came from elsewhere take the place of what was typed', () => {
  expect(shownKeywords('video, ', ['a', 'b'])).toBe('a, b');
});
