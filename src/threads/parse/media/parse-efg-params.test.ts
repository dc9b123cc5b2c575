import { expect, test } from 'vitest';
import { efg } from '../../fixtures/build-post.ts';
import { parseEfgParams, scaleToCap } from './cdn-url.ts';

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
  expect(parseEfgParams(url)).toEqual({ shortSideCap: null, durationSeconds: null, tag: '' });
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
