import { expect, test } from 'vitest';
import { english } from '../english.ts';
import { buildQuality } from './build-quality.ts';
import { nameSource } from './describe-media.ts';
import { countItems, groupMedia, renewedZip, takeRenewed } from './group-media.ts';

const jpg = buildQuality({ itemId: 'b', format: 'JPG', index: 2 });
const webp = buildQuality({ itemId: 'b', format: 'WEBP', index: 2 });
const quoted = buildQuality({ itemId: 'c', index: 3, source: { kind: 'quoted', username: 'other' } });
const qualities = [buildQuality({ itemId: 'a' }), jpg, webp, quoted];

test('the files of one item stand together, best first, and each source has its own group', () => {
  expect(
    groupMedia(qualities).map(({ key, items }) => [
      key,
      items.map(({ id, renditions }) => [id, renditions.map(({ format }) => format)]),
    ]),
  ).toEqual([
    [
      'own',
      [
        ['a', ['MP4']],
        ['b', ['JPG', 'WEBP']],
      ],
    ],
    ['quoted other', [['c', ['MP4']]]],
  ]);
});

test('items are counted, not their files', () => {
  expect(countItems(qualities)).toBe(3);
});

test('renewal replaces the addresses of the same files, and only those', () => {
  const fresh = {
    ...webp,
    url: '/media/n1',
    previewUrl: '/media/n2',
    thumbnailUrl: '/media/n3',
    displayName: 'Other',
  };
  expect(takeRenewed([jpg, webp], [fresh])).toEqual([
    jpg,
    { ...webp, url: '/media/n1', previewUrl: '/media/n2', thumbnailUrl: '/media/n3' },
  ]);
});

test('the ZIP of a newer answer is taken where it counts the items alike', () => {
  const [first, second] = [buildQuality(), buildQuality({ itemId: 'item-2', index: 2 })];
  const fresh = { qualities: [{ ...first, url: '/media/new' }, second], zipUrl: '/media/zip/new' };
  expect(renewedZip({ qualities: [first, second] }, fresh)).toBe('/media/zip/new');
  expect(renewedZip({ qualities: [first] }, fresh)).toBeUndefined();
  expect(renewedZip({ qualities: [second, first] }, fresh)).toBeUndefined();
});

test('the files of a thread stand post by post, what a post quotes behind its own', () => {
  const post = (place: number) => ({ code: `C${place}`, url: `https://x/${place}`, place, of: 2 });
  const of = (itemId: string, place: number, kind: 'own' | 'quoted' = 'own') =>
    buildQuality({ itemId, source: { kind, username: 'maker', post: post(place) } });
  const groups = groupMedia([of('a', 1), of('b', 2), of('c', 2), of('d', 2, 'quoted')]);
  expect(groups.map(({ source, items }) => [nameSource(english, source), items.length])).toEqual([
    ['Post 1 of 2', 1],
    ['Post 2 of 2', 2],
    ['Post 2 of 2 · From the quoted post by @maker', 1],
  ]);
});
