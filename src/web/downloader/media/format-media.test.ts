import { expect, test } from 'vitest';
import type { Quality } from '#extraction/contract.ts';
import { formatBytes, formatPercent } from '#i18n/format-units.ts';
import { buildQuality } from '#test/support/build-quality.ts';
import { englishTranslator } from '#test/support/english-translator.ts';
import {
  fileDetails,
  formatDuration,
  formatPostDate,
  formatQuality,
  formatResolution,
  listOtherFormats,
  mediaLabel,
  sourceLabel,
} from './format-media.ts';

test('a media label has the type and the index', () => {
  expect(mediaLabel(englishTranslator, { type: 'gif', index: 3 })).toBe('GIF 3');
  expect(mediaLabel(englishTranslator, { type: 'audio', index: 12 })).toBe('Audio 12');
});

test('only media of other posts has a source label', () => {
  expect(sourceLabel(englishTranslator, { kind: 'own', username: 'a' })).toBeNull();
  expect(sourceLabel(englishTranslator, { kind: 'quoted', username: 'a.b' })).toBe(
    'From the quoted post by @a.b',
  );
});

test('an unknown resolution is shown as the original size', () => {
  expect(formatResolution(englishTranslator, 'Unknown')).toBe('Original size');
  expect(formatResolution(englishTranslator, '720x1280')).toBe('720 × 1280');
});

test('a quality label omits the format', () => {
  expect(formatQuality(englishTranslator, { quality: '1080p', format: 'MP4' })).toBe('1080p');
  expect(formatQuality(englishTranslator, { quality: 'Original WEBP', format: 'WEBP' })).toBe('Original');
  expect(formatQuality(englishTranslator, { quality: 'Original JPG', format: 'WEBP' })).toBe('Original JPG');
  expect(formatQuality(englishTranslator, { quality: 'GIF', format: 'GIF' })).toBe('');
});

test('file details omit unknown values', () => {
  const values = (quality: Quality, bytes: number | null) =>
    fileDetails(englishTranslator, quality, { format: quality.format, bytes }).map(({ value }) => value);
  expect(values(buildQuality(), 1_540_000)).toEqual(['MP4', '720 × 1280', '720p', '1.5 MB']);
  const unsized = { resolution: 'Unknown', quality: 'Original', width: null, height: null };
  expect(values(buildQuality({ ...unsized, type: 'gif', format: 'GIF' }), null)).toEqual([
    'GIF',
    'Original size',
    'Original',
  ]);
  expect(values(buildQuality({ ...unsized, type: 'audio', format: 'M4A' }), 90_000)).toEqual([
    'M4A',
    'Original',
    '90 kB',
  ]);
});

test.each([
  ['as its URL says', { format: 'JPG', conversions: ['png'] }, 'JPG', ['png']],
  ['an AVIF that is called JPG', { format: 'JPG', conversions: ['png'] }, 'AVIF', ['jpg', 'png']],
  ['a JPG that is called WEBP', { format: 'WEBP', conversions: ['jpg', 'png'] }, 'JPG', ['png']],
  ['a HEIC that is called JPG', { format: 'JPG', conversions: ['png'] }, 'HEIC', []],
  ['a HEIC that can be read', { format: 'HEIC', conversions: ['jpg', 'png'] }, 'HEIC', ['jpg', 'png']],
  ['a MOV that is called MP4', { format: 'MP4', conversions: ['m4a'] }, 'MOV', ['m4a']],
  ['a PNG where nothing can be converted', { format: 'JPG' }, 'PNG', []],
] as const)('the other formats of a file that is %s', (_, { format, ...rest }, bytes, expected) => {
  const conversions = 'conversions' in rest ? { conversions: [...rest.conversions] } : {};
  expect(listOtherFormats({ format, ...conversions }, bytes)).toEqual(expected);
});

test.each([
  [0, '1 kB'],
  [220_400, '220 kB'],
  [1_540_000, '1.5 MB'],
  [268_435_456, '268 MB'],
  [1_540_000_000, '1.5 GB'],
])('%d bytes are formatted as %s', (bytes, text) => {
  expect(formatBytes(englishTranslator, bytes)).toBe(text);
});

test.each([
  [4.6, '0:05'],
  [65, '1:05'],
  [3605, '1:00:05'],
])('%d seconds are formatted as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test('dates and percentages follow the page locale', () => {
  expect(formatPostDate(englishTranslator, '2026-03-04T23:30:00Z')).toBe('March 4, 2026');
  expect(formatPostDate(englishTranslator, 'soon')).toBeNull();
  expect(formatPercent(englishTranslator, 0.5)).toBe('50%');
});
