import { expect, test } from 'vitest';
import { efg } from '../fixtures/build-post.ts';
import {
  formatFromUrl,
  getQueryParam,
  isMediaUrl,
  parseCacheKeyId,
  parseEfgParams,
  scaleToCap,
} from './cdn-url.ts';

const host = 'https://scontent.cdninstagram.com';

test.each([
  `${host}/v/t51.2885-15/a.jpg?stp=dst-jpg`,
  'http://scontent.cdninstagram.com/a.mp4',
  `${host}/v/t51.2885-199/a.jpg`,
  `${host}/t51.2885-19`,
  `${host}/v/t39.30808-6/a.jpg`,
  'https://a.static.example/a.jpg',
  `${host}/${'a'.repeat(8_192 - host.length - 1)}`,
])('%s can be media of a post', (url) => {
  expect(isMediaUrl(url)).toBe(true);
});

test.each([
  null,
  7,
  '',
  '/a.jpg',
  'not a URL',
  'ftp://scontent.cdninstagram.com/a.jpg',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:image/png;base64,AA',
  'https://user@scontent.cdninstagram.com/a.jpg',
  'https://:pass@scontent.cdninstagram.com/a.jpg',
  'https://static.cdninstagram.com/a.jpg',
  'https://host.1/a.jpg',
  `${host}/rsrc.php/v3/a.png`,
  `${host}/v/t51.2885-19/a.jpg`,
  `${host}/v/t39.92108-6/card_n.jpg?stp=dst-jpg`,
  `${host}/${'a'.repeat(8_192 - host.length)}`,
])('%s cannot be media of a post', (value) => {
  expect(isMediaUrl(value)).toBe(false);
});

test.each<readonly [string, string]>([
  ['a.jpg', 'JPG'],
  ['a.JPEG', 'JPG'],
  ...['png', 'webp', 'heic', 'gif', 'mp4', 'webm', 'mov', 'm4a', 'aac', 'mp3', 'ogg', 'opus', 'wav'].map(
    (extension) => [`a.${extension}`, extension.toUpperCase()] as const,
  ),
  ['a.heic?stp=dst-jpg_e35', 'JPG'],
  ['a.heic?stp=c1.2_dst-webp', 'WEBP'],
  ['a.heic?stp=xdst-jpg', 'HEIC'],
  ['a.heic?stp=dst-other', 'HEIC'],
  ['a.exe', 'otherwise'],
  ['jpg', 'otherwise'],
  ['a.jpg/b', 'otherwise'],
  ['', 'otherwise'],
])('the format of %s is %s', (path, format) => {
  expect(formatFromUrl(`${host}/${path}`, 'otherwise')).toBe(format);
});

test.each([
  '?stp=dst-jpg_e35&a=1',
  '?a=1&stp=c0.1%2C2_x+y',
  '?xstp=1&stp=',
  '?xstp=1',
  '',
  '?stp=1&stp=2',
  '?a=1#&stp=2',
])('a parameter of the query %j has the same value as in the whole URL', (query) => {
  const url = `${host}/a.jpg${query}`;
  expect(getQueryParam(url, 'stp')).toBe(new URL(url).searchParams.get('stp'));
});

const at = (value: string) => `https://cdn.example/a.mp4?efg=${value}`;

test('efg contains the cap of the short side and the duration', () => {
  const fields = {
    vencode_tag: 'xpv_progressive.INSTAGRAM.CAROUSEL_ITEM.C3.464.progressive_h264-basic-gen2_720p',
    duration_s: 9,
  };
  const padded = Buffer.from(JSON.stringify(fields)).toString('base64');
  for (const form of [
    padded,
    encodeURIComponent(padded),
    efg(fields),
    Buffer.from(padded, 'base64').toString('base64url'),
  ]) {
    expect(parseEfgParams(at(form))).toMatchObject({ shortSideCap: 464, durationSeconds: 9 });
  }
});

test.each([
  'https://cdn.example/a.mp4',
  at(''),
  at('%%%'),
  at('bm90IGpzb24'),
  at(efg({ vencode_tag: 7, duration_s: 'long' })),
  at(Buffer.from('[1]').toString('base64')),
  at('A'.repeat(5_000)),
  'not a URL',
])('%s yields no parameters', (url) => {
  expect(parseEfgParams(url)).toEqual({ shortSideCap: null, durationSeconds: null, bitrate: null, tag: '' });
});

test.each([
  [1440, 2560, 720, 720, 1280],
  [1080, 1920, 720, 720, 1280],
  [464, 832, 464, 464, 832],
  [480, 832, 720, 480, 832],
  [500, 206, 500, 500, 206],
  [1081, 1921, 720, 720, 1280],
  [719, 1279, null, 720, 1280],
] as const)('%i x %i capped at %s is delivered at %i x %i', (width, height, cap, ...delivered) => {
  expect(Object.values(scaleToCap(width, height, cap))).toEqual(delivered);
});

const key = (text: string) =>
  `https://cdn.example/a.jpg?ig_cache_key=${encodeURIComponent(`${Buffer.from(text).toString('base64')}.2-ccb7`)}`;

test('the media id is parsed from the cache key', () => {
  expect(parseCacheKeyId(key('3541234567890123456'))).toBe('3541234567890123456');
  expect(parseCacheKeyId(key('1234567890'))).toBe('1234567890');
  const invalid = ['123456789', '1'.repeat(25), 'x1234567890', '1234567890x', ''].map(key);
  for (const url of [...invalid, 'https://cdn.example/a.jpg', 'not a URL', ''])
    expect(parseCacheKeyId(url), url).toBeNull();
});
