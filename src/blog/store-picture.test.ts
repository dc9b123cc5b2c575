import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mediaFile } from '#database/schema.ts';
import { createFileStore } from '#platform/file-store.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { pictureLimits } from './contract.ts';
import { encodePicture } from './encode-picture.ts';
import {
  drawGifThatSays,
  drawMovingGif,
  drawPng,
  drawPngThatSays,
  twoColours,
} from './fixtures/draw-pictures.ts';
import { readPicture } from './read-picture.ts';
import { storeDrawing, storePicture } from './store-picture.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unspool-pictures-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeDatabases('a stored picture', (open) => {
  const shelfOn = (database: TestDatabase) => ({ database, files: createFileStore(folder) });

  test('can be read in every width that its srcset names, and as a preview', async () => {
    await using database = await open();
    const shelf = shelfOn(database);
    const stored = await storePicture(shelf, await drawPng(1300, 650));
    if (!stored.ok) throw stored.error;
    const { id, src, srcset, width, height } = stored.value;
    expect({ width, height }).toEqual({ width: 1300, height: 650 });
    expect(srcset.split(', ')).toEqual(
      [480, 768, 1200, 1300].map((wide) => `/files/${id}/${wide}.webp ${wide}w`),
    );
    expect(src).toBe(`/files/${id}/1300.webp`);
    for (const wide of [480, 768, 1200, 1300]) {
      const found = await readPicture(shelf.files, id, `${wide}.webp`);
      expect(found?.type).toBe('image/webp');
      expect(await sharp(found?.bytes).metadata()).toMatchObject({ format: 'webp', width: wide });
    }
    const preview = await readPicture(shelf.files, id, 'og.jpg');
    expect(preview?.type).toBe('image/jpeg');
    expect(await sharp(preview?.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
    });
  });

  test('is kept once, also when it comes twice at the same time', async () => {
    await using database = await open();
    const shelf = shelfOn(database);
    const png = await drawPng(60, 40);
    const stored = await Promise.all([storePicture(shelf, png), storePicture(shelf, png)]);
    stored.push(await storePicture(shelf, Buffer.from(png)));
    expect(new Set(stored.map((each) => (each.ok ? each.value.id : each.error.code))).size).toBe(1);
    expect(await database.query.select().from(mediaFile)).toMatchObject([{ width: 60, height: 40 }]);
  });

  test('a refused one leaves no row', async () => {
    await using database = await open();
    const refused = await storePicture(
      shelfOn(database),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    );
    expect(refused).toMatchObject({ ok: false, error: { code: 'picture.unreadable' } });
    expect(await database.query.select().from(mediaFile)).toEqual([]);
  });

  test('a drawing of ours becomes a wide picture', async () => {
    await using database = await open();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="84" viewBox="0 0 160 84"><rect width="160" height="84" fill="#c2410c"/></svg>';
    const drawn = await storeDrawing(shelfOn(database), svg);
    expect(drawn).toMatchObject({ width: 2000, height: 1050 });
    expect(await storeDrawing(shelfOn(database), svg)).toEqual(drawn);
  });
});

describe('what becomes of a picture', () => {
  const encoded = async (bytes: Uint8Array) => {
    const result = await encodePicture(bytes);
    if (!result.ok) throw new Error(result.error.code, { cause: result.error.cause });
    return result.value;
  };

  test('what the camera wrote is gone, and the picture stands upright', async () => {
    const photo = await twoColours(40, 20)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'A name', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { width, height, files } = await encoded(photo);
    expect({ width, height }).toEqual({ width: 20, height: 40 });
    for (const file of files.values()) {
      const { exif, icc, xmp, orientation } = await sharp(file).metadata();
      expect({ exif, icc, xmp, orientation }).toEqual({
        exif: undefined,
        icc: undefined,
        xmp: undefined,
        orientation: undefined,
      });
    }
    const { data } = await sharp(files.get('20.webp')).raw().toBuffer({ resolveWithObject: true });
    // Turned by a quarter to the right: the left half, red, is now on top.
    expect(data[0]).toBeGreaterThan(200);
    expect(data.at(-1)).toBeGreaterThan(200);
  });

  test('a moving picture goes on moving in every width', async () => {
    const { width, height, files } = await encoded(await drawMovingGif(600, 90, 3));
    expect({ width, height }).toEqual({ width: 600, height: 90 });
    expect([...files.keys()].sort()).toEqual(['480.webp', '600.webp', 'og.jpg']);
    expect(await sharp(files.get('480.webp'), { animated: true }).metadata()).toMatchObject({
      pages: 3,
      pageHeight: 72,
    });
    expect(await sharp(files.get('600.webp'), { animated: true }).metadata()).toMatchObject({
      pages: 3,
      pageHeight: 90,
    });
  });

  test('a wide one ends at 2000 pixels', async () => {
    const { width, height, files } = await encoded(await drawPng(3000, 30));
    expect({ width, height }).toEqual({ width: 2000, height: 20 });
    expect([...files.keys()].sort()).toEqual([
      '1200.webp',
      '1600.webp',
      '2000.webp',
      '480.webp',
      '768.webp',
      'og.jpg',
    ]);
  });

  test('what can be seen through stays so', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const png = await sharp({ create: { width: 9, height: 9, channels: 4, background: clear } })
      .png()
      .toBuffer();
    const { files } = await encoded(png);
    expect((await sharp(files.get('9.webp')).stats()).isOpaque).toBe(false);
  });

  test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('%s is taken in', async (format) => {
    const { width } = await encoded(await twoColours(16, 16).toFormat(format).toBuffer());
    expect(width).toBe(16);
  });
});

describe('what is refused', () => {
  const code = async (bytes: Uint8Array) => {
    const result = await encodePicture(bytes);
    return result.ok ? 'taken' : result.error.code;
  };

  test.each<[string, () => Promise<Uint8Array>]>([
    ['nothing', async () => Buffer.alloc(0)],
    ['text', async () => Buffer.from('not a picture')],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    [
      'an SVG behind the first bytes of a GIF',
      async () => Buffer.from('GIF89a<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['a TIFF', async () => twoColours(8, 8).tiff().toBuffer()],
    ['a truncated JPEG', async () => (await twoColours(300, 300).jpeg().toBuffer()).subarray(0, 900)],
    ['a truncated PNG', async () => (await drawPng(300, 300)).subarray(0, 200)],
    ['a PNG of other pixels than it says', () => drawPngThatSays(3000, 3000)],
  ])('%s is unreadable', async (_name, draw) => expect(await code(await draw())).toBe('picture.unreadable'));

  test.each<[string, () => Promise<Uint8Array>]>([
    ['a PNG that says it is 60,000 pixels wide and high', () => drawPngThatSays(60_000, 60_000)],
    ['a moving picture whose frames are too many together', () => drawGifThatSays(2000, 2000, 14)],
    ['one too high for the web', () => drawPng(2, 17_000)],
    ['too many bytes', async () => Buffer.alloc(pictureLimits.bytes + 1)],
  ])('%s is too large', async (_name, draw) => expect(await code(await draw())).toBe('picture.too_large'));
});

test.each([
  ['../../secret', '480.webp'],
  ['0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d', '../x'],
  ['0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d', 'og.png'],
  ['', ''],
])('asking for %s/%s finds nothing and reaches no file', async (id, name) => {
  const files = { get: () => Promise.reject(new Error('asked')) };
  expect(await readPicture(files, id, name)).toBeNull();
});
