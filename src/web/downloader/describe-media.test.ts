import { expect, test } from 'vitest';
import type { Quality } from '#media/contract.ts';
import { english } from '../english.ts';
import { buildQuality } from './build-quality.ts';
import {
  describeFile,
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
  expect(wordResolution(english, '720x1280')).toBe('720 × 1280');
});

test('a quality keeps its figures and leaves out the format beside it', () => {
  expect(wordQuality(english, { quality: '1080p', format: 'MP4' })).toBe('1080p');
  expect(wordQuality(english, { quality: 'Original WEBP', format: 'WEBP' })).toBe('Original');
  expect(wordQuality(english, { quality: 'Original JPG', format: 'WEBP' })).toBe('Original JPG');
  expect(wordQuality(english, { quality: 'GIF', format: 'GIF' })).toBe('');
});

test('the facts of a file leave out what nobody knows', () => {
  const values = (quality: Quality, bytes: number | null) =>
    describeFile(english, quality, bytes).map(({ value }) => value);
  expect(values(buildQuality(), 1_540_000)).toEqual(['MP4', '720 × 1280', '720p', '1.5 MB']);
  const unsized = { resolution: 'Unknown', quality: 'Original', width: null, height: null };
  expect(values(buildQuality({ ...unsized, type: 'gif', format: 'GIF' }), null)).toEqual([
    'GIF',
    'Original size',
    'Original',
  ]);
  expect(values(buildQuality({ ...unsized, type: 'audio', format: 'M4A' }), 90_000)).toEqual([
    'M4A',
    'Original size',
    'Original',
    '90 kB',
  ]);
});

test.each([
  [0, '1 kB'],
  [220_400, '220 kB'],
  [1_540_000, '1.5 MB'],
  [268_435_456, '268 MB'],
  [1_540_000_000, '1.5 GB'],
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
