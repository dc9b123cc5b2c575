import { expect, test } from 'vitest';
import { responseFormat } from '../save/download-file.ts';
import { downloadFileName } from './save-file.ts';

test('a file name has the platform, item, time and format', () => {
  expect(downloadFileName({ displayName: 'Video 1' }, 'MP4', 1_700_000_000_000)).toBe(
    'threads-video-1-1700000000000.mp4',
  );
});

test('only the first space of the display name becomes a hyphen', () => {
  expect(downloadFileName({ displayName: 'Image 2 Large' }, 'JPG', 1)).toBe('threads-image-2 large-1.jpg');
});

test.each([
  [{ 'content-disposition': 'attachment; filename="a_01.webp"; filename*=UTF-8\'\'a_01.webp' }, 'WEBP'],
  [{ 'content-disposition': 'attachment; filename=a.m4a', 'content-type': 'video/mp4' }, 'M4A'],
  [{ 'content-type': 'image/jpeg; charset=x' }, 'JPG'],
  [{ 'content-disposition': 'inline', 'content-type': 'application/octet-stream' }, null],
])('the format of %o is %s', (headers, format) => {
  expect(responseFormat(new Headers(headers))).toBe(format);
});
