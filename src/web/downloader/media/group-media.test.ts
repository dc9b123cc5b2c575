import { expect, test } from 'vitest';
import { buildQuality } from '#test/support/build-quality.ts';
import { englishTranslator } from '#test/support/english-translator.ts';
import { sourceLabel } from './format-media.ts';
import { applyRenewedUrls, countMediaItems, groupMedia, renewedZipUrl } from './group-media.ts';

const jpg = buildQuality({ itemId: 'b', format: 'JPG', index: 2 });
const webp = buildQuality({ itemId: 'b', format: 'WEBP', index: 2 });
const quoted = buildQuality({ itemId: 'c', index: 3, source: { kind: 'quoted', username: 'other' } });
const qualities = [buildQuality({ itemId: 'a' }), jpg, webp, quoted];

test('files are grouped by item, best first, and items by source', () => {
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

test('countMediaItems counts items, not files', () => {
  expect(countMediaItems(qualities)).toBe(3);
});

test('a renewal replaces only the URLs of the same files', () => {
  const fresh = {
    ...webp,
    url: '/media/n1',
    previewUrl: '/media/n2',
    thumbnailUrl: '/media/n3',
    displayName: 'Other',
  };
  expect(applyRenewedUrls([jpg, webp], [fresh])).toEqual([
    jpg,
    { ...webp, url: '/media/n1', previewUrl: '/media/n2', thumbnailUrl: '/media/n3' },
  ]);
});

test('the ZIP URL of a newer response is used only if its items are numbered alike', () => {
  const [first, second] = [buildQuality(), buildQuality({ itemId: 'item-2', index: 2 })];
  const fresh = { qualities: [{ ...first, url: '/media/new' }, second], zipUrl: '/media/zip/new' };
  expect(renewedZipUrl({ qualities: [first, second] }, fresh)).toBe('/media/zip/new');
  expect(renewedZipUrl({ qualities: [first] }, fresh)).toBeUndefined();
  expect(renewedZipUrl({ qualities: [second, first] }, fresh)).toBeUndefined();
});

test('the files of a thread are grouped by post, with quoted media after its own', () => {
  const post = (position: number) => ({
    code: `C${position}`,
    url: `https://x/${position}`,
    place: position,
    of: 2,
  });
  const buildItem = (itemId: string, position: number, kind: 'own' | 'quoted' = 'own') =>
    buildQuality({ itemId, source: { kind, username: 'maker', post: post(position) } });
  const groups = groupMedia([
    buildItem('a', 1),
    buildItem('b', 2),
    buildItem('c', 2),
    buildItem('d', 2, 'quoted'),
  ]);
  expect(groups.map(({ source, items }) => [sourceLabel(englishTranslator, source), items.length])).toEqual([
    ['Post 1 of 2', 1],
    ['Post 2 of 2', 2],
    ['Post 2 of 2 · From the quoted post by @maker', 1],
  ]);
});
