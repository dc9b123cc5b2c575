import { expect, test } from 'vitest';
import { english } from '../english.ts';
import {
  formatBytes,
  formatDate,
  formatDuration,
  formatPercent,
  nameMedia,
  nameSource,
  wordQuality,
  wordResolution,
} from './describe-media.ts';

test('media is named by its kind and place', () => {
  expect(nameMedia(english, { type: 'gif', index: 3 })).toBe('GIF 3');
  expect(nameMedia(english, { type: 'audio', index: 12 })).toBe('Audio 12');
});

test('only media from elsewhere is said to be from somewhere', () => {
  expect(nameSource(english, { kind: 'own', username: 'a' })).toBeNull();
  expect(nameSource(english, { kind: 'quoted', username: 'a.b' })).toBe('From the quoted post by @a.b');
});

test('an unknown resolution reads as the original size', () => {
  expect(wordResolution(english, 'Unknown')).toBe('Original size');
  expect(wordResolution(english, '720x1280')).toBe('720x1280');
});

test('qualities keep their figures', () => {
  expect(wordQuality(english, '1080p')).toBe('1080p');
  expect(wordQuality(english, 'Original WEBP')).toBe('Original WEBP');
});

test.each([
  [0, '1 kB'],
  [220_400, '220 kB'],
  [1_540_000, '1.5 MB'],
  [268_435_456, '268 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(english, bytes)).toBe(text);
});

test.each([
  [4.6, '0:05'],
  [65, '1:05'],
  [3605, '1:00:05'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test('dates and shares are written in the language of the page', () => {
  expect(formatDate(english, '2026-03-04T23:30:00Z')).toBe('March 4, 2026');
  expect(formatDate(english, 'soon')).toBeNull();
  expect(formatPercent(english, 0.5)).toBe('50%');
});
