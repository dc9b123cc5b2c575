import { expect, test } from 'vitest';
import { buildQuality } from './build-quality.ts';
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
