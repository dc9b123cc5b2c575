import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mediaFile } from '#database/schema.ts';
import { fail } from '#platform/result.ts';
import { createDiskFileStore } from '#platform/storage/file-store.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { imageLimits } from './contract.ts';
import {
  drawAnimatedGif,
  drawGifWithHeaderSize,
  drawPng,
  drawPngWithHeaderSize,
  drawTwoColors,
} from './fixtures/draw-images.ts';
import { encodeImage } from './images/encode-image.ts';
import { createImageStore, isIntactImage, readStoredImage, storeImage, storeSvg } from './images.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unspool-pictures-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeDatabases('storing an image', (open) => {
  const createDeps = (database: TestDatabase) => ({ database, files: createDiskFileStore(folder) });

  test('a stored image can be read in every width of its srcset and as a preview', async () => {
    await using database = await open();
    const deps = createDeps(database);
    const stored = await storeImage(deps, await drawPng(1300, 650));
    if (!stored.ok) throw stored.error;
    const { id, src, srcset, width, height } = stored.value;
    expect({ width, height }).toEqual({ width: 1300, height: 650 });
    expect(srcset.split(', ')).toEqual(
      [480, 768, 1200, 1300].map((wide) => `/files/${id}/${wide}.webp ${wide}w`),
    );
    expect(src).toBe(`/files/${id}/1300.webp`);
    for (const wide of [480, 768, 1200, 1300]) {
      const found = await readStoredImage(deps.files, id, `${wide}.webp`);
      expect(found?.type).toBe('image/webp');
      expect(await sharp(found?.bytes).metadata()).toMatchObject({ format: 'webp', width: wide });
    }
    const preview = await readStoredImage(deps.files, id, 'og.jpg');
    expect(preview?.type).toBe('image/jpeg');
    expect(await sharp(preview?.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
    });
  });

  test('the same image is stored once, also by concurrent calls', async () => {
    await using database = await open();
    const deps = createDeps(database);
    const png = await drawPng(60, 40);
    const stored = await Promise.all([storeImage(deps, png), storeImage(deps, png)]);
    stored.push(await storeImage(deps, Buffer.from(png)));
    expect(new Set(stored.map((result) => (result.ok ? result.value.id : result.error.code))).size).toBe(1);
    expect(await database.query.select().from(mediaFile)).toMatchObject([{ width: 60, height: 40 }]);
  });

  test('an image whose files are missing or damaged is stored again when somebody uploads it', async () => {
    await using database = await open();
    const deps = createDeps(database);
    const images = createImageStore(deps, async () => fail('unused'));
    const png = await drawPng(900, 60);
    const first = await images.store(png);
    if (!first.ok) throw first.error;
    const key = `pictures/${first.value.id}/768.webp`;
    const webp = await deps.files.get(key);
    if (!webp) throw new Error('not stored');
    const flipped = Uint8Array.from(webp);
    flipped.fill(0, 30);
    for (const damage of [
      () => deps.files.delete(key),
      () => deps.files.put(key, webp.subarray(0, 20)),
      () => deps.files.put(key, flipped),
      () => database.query.update(mediaFile).set({ bytes: 1 }),
    ]) {
      await damage();
      expect(await images.store(png)).toEqual(first);
      expect(await deps.files.get(key)).toEqual(webp);
      const [row] = await database.query.select().from(mediaFile);
      expect(await isIntactImage(deps.files, row ?? {})).toBe(true);
    }
    await deps.files.put(key, Buffer.from('not read'));
    expect(await storeImage(deps, png)).toEqual(first);
    expect(await deps.files.get(key)).toEqual(Buffer.from('not read'));
  });

  test('a rejected image leaves no row', async () => {
    await using database = await open();
    const result = await storeImage(
      createDeps(database),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    );
    expect(result).toMatchObject({ ok: false, error: { code: 'picture.unreadable' } });
    expect(await database.query.select().from(mediaFile)).toEqual([]);
  });

  test('an SVG is stored as a wide image', async () => {
    await using database = await open();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="84" viewBox="0 0 160 84"><rect width="160" height="84" fill="#c2410c"/></svg>';
    const drawn = await storeSvg(createDeps(database), svg);
    expect(drawn).toMatchObject({ width: 2000, height: 1050 });
    expect(await storeSvg(createDeps(database), svg)).toEqual(drawn);
  });

  test('an SVG that the build encoded is stored as it is', async () => {
    await using database = await open();
    const deps = createDeps(database);
    const files = new Map([['480.webp', Buffer.from('encoded')]]);
    const stored = await storeSvg(deps, 'not drawn', { width: 480, height: 270, files });
    expect(stored).toMatchObject({ width: 480, height: 270 });
    expect(await deps.files.get(`pictures/${stored.id}/480.webp`)).toEqual(Buffer.from('encoded'));
  });
});

describe('encoding an image', () => {
  const encoded = async (bytes: Uint8Array) => {
    const result = await encodeImage(bytes);
    if (!result.ok) throw new Error(result.error.code, { cause: result.error.cause });
    return result.value;
  };

  test('metadata is removed and the orientation applied', async () => {
    const photo = await drawTwoColors(40, 20)
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
    // Rotated by 90 degrees clockwise: the left half, red, is now on top.
    expect(data[0]).toBeGreaterThan(200);
    expect(data.at(-1)).toBeGreaterThan(200);
  });

  test('an animation stays animated in every width', async () => {
    const { width, height, files } = await encoded(await drawAnimatedGif(600, 90, 3));
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

  test('a wide image is limited to 2000 pixels', async () => {
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

  test('transparency is preserved', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const png = await sharp({ create: { width: 9, height: 9, channels: 4, background: clear } })
      .png()
      .toBuffer();
    const { files } = await encoded(png);
    expect((await sharp(files.get('9.webp')).stats()).isOpaque).toBe(false);
  });

  test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('%s is accepted', async (format) => {
    const { width } = await encoded(await drawTwoColors(16, 16).toFormat(format).toBuffer());
    expect(width).toBe(16);
  });
});

describe('rejecting images', () => {
  const code = async (bytes: Uint8Array) => {
    const result = await encodeImage(bytes);
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
    ['a TIFF', async () => drawTwoColors(8, 8).tiff().toBuffer()],
    ['a truncated JPEG', async () => (await drawTwoColors(300, 300).jpeg().toBuffer()).subarray(0, 900)],
    ['a truncated PNG', async () => (await drawPng(300, 300)).subarray(0, 200)],
    ['a PNG of other pixels than it says', () => drawPngWithHeaderSize(3000, 3000)],
  ])('%s is unreadable', async (_name, draw) => expect(await code(await draw())).toBe('picture.unreadable'));

  test.each<[string, () => Promise<Uint8Array>]>([
    ['a PNG that says it is 60,000 pixels wide and high', () => drawPngWithHeaderSize(60_000, 60_000)],
    ['a moving picture whose frames are too many together', () => drawGifWithHeaderSize(2000, 2000, 14)],
    ['one too high for the web', () => drawPng(2, 17_000)],
    ['too many bytes', async () => Buffer.alloc(imageLimits.bytes + 1)],
  ])('%s is too large', async (_name, draw) => expect(await code(await draw())).toBe('picture.too_large'));
});

test.each([
  ['./../secret', '480.webp'],
  ['0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d', './x'],
  ['0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d', 'og.png'],
  ['', ''],
])('reading %s/%s returns null without accessing a file', async (id, name) => {
  const files = { get: () => Promise.reject(new Error('unexpected read')) };
  expect(await readStoredImage(files, id, name)).toBeNull();
});
