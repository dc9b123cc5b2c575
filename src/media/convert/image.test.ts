import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { sniffMediaType } from '../upstream/sniff.ts';
import { canDecodeHeic, convertImage, heicSample } from './image.ts';

/** Left half red, right half transparent. */
async function halfRed(width = 40, height = 20): Promise<Sharp> {
  const red = { create: { width: width / 2, height, channels: 4, background: '#ff0000' } } as const;
  return sharp({ create: { width, height, channels: 4, background: '#00000000' } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
}

async function pixelAt(image: Buffer, left: number, top: number): Promise<number[]> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const start = (top * info.width + left) * info.channels;
  return [...data.subarray(start, start + info.channels)];
}

test.each(['webp', 'avif', 'png'] as const)('a %s becomes a JPG with a white background', async (from) => {
  const result = await convertImage(await (await halfRed())[from]({ lossless: true }).toBuffer(), 'jpg');
  if (!result.ok) throw result.error.cause;
  expect(sniffMediaType(result.value, '')).toMatchObject({ extension: 'jpg' });
  const [red, green] = [await pixelAt(result.value, 5, 10), await pixelAt(result.value, 35, 10)];
  expect(red[0]).toBeGreaterThan(240);
  expect(red[1]).toBeLessThan(15);
  expect(Math.min(...green)).toBeGreaterThan(240);
});

test('a PNG keeps every pixel, including transparent ones', async () => {
  const webp = await (await halfRed()).webp({ lossless: true }).toBuffer();
  const result = await convertImage(webp, 'png');
  if (!result.ok) throw result.error.cause;
  expect(sniffMediaType(result.value, '')).toMatchObject({ extension: 'png' });
  expect(await pixelAt(result.value, 5, 10)).toEqual([255, 0, 0, 255]);
  expect((await pixelAt(result.value, 35, 10))[3]).toBe(0);
});

test('an image is rotated upright and loses its metadata', async () => {
  const turned = await (await halfRed())
    .flatten()
    .withExif({ IFD0: { Artist: 'somebody' } })
    .withMetadata({ orientation: 6 })
    .webp()
    .toBuffer();
  const result = await convertImage(turned, 'jpg');
  if (!result.ok) throw result.error.cause;
  const { width, height, exif, orientation } = await sharp(result.value).metadata();
  expect([width, height, exif, orientation]).toEqual([20, 40, undefined, undefined]);
});

test('an animated WebP becomes a GIF with all frames, or a JPG of the first', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
      sharp({ create: { width: 16, height: 16, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moving = await sharp(frames, { join: { animated: true } })
    .webp({ delay: [80, 90, 100], lossless: true })
    .toBuffer();
  const gif = await convertImage(moving, 'gif');
  const firstFrame = await convertImage(moving, 'jpg');
  if (!gif.ok || !firstFrame.ok) throw new Error('not converted');
  const { format, pages, delay, loop } = await sharp(gif.value, { animated: true }).metadata();
  expect({ format, pages, delay, loop }).toEqual({ format: 'gif', pages: 3, delay: [80, 90, 100], loop: 0 });
  expect((await pixelAt(firstFrame.value, 8, 8))[0]).toBeGreaterThan(240);
});

test('the pixel limit counts all frames', async () => {
  const wide = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#fff' } })
    .webp()
    .toBuffer();
  expect(await convertImage(wide, 'jpg', { pixels: 90_000 })).toMatchObject({ ok: true });
  expect(await convertImage(wide, 'jpg', { pixels: 89_999 })).toMatchObject({
    error: { code: 'conversion.too_large' },
  });
  const frame = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const other = await sharp(frame).negate().png().toBuffer();
  const moving = await sharp([frame, other], { join: { animated: true } })
    .webp()
    .toBuffer();
  expect(await convertImage(moving, 'gif', { pixels: 20_000 })).toMatchObject({ ok: true });
  expect(await convertImage(moving, 'gif', { pixels: 19_999 })).toMatchObject({
    error: { code: 'conversion.too_large' },
  });
});

test('truncated, empty and mislabeled images fail with conversion.failed', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const jpg = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#000', noise } })
    .jpeg()
    .toBuffer();
  const truncated = jpg.subarray(0, jpg.length >> 1);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script>');
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), svg]);
  for (const bytes of [truncated, Buffer.alloc(0), svg, jpeg, Buffer.alloc(2_000, 'RIFF')]) {
    expect(await convertImage(bytes, 'png')).toMatchObject({ error: { code: 'conversion.failed' } });
  }
});

test('HEIC support is detected, and HEIC fails without it', async () => {
  const can = await canDecodeHeic();
  expect(sniffMediaType(Buffer.from(heicSample), 'image/heic')).toMatchObject({ extension: 'heic' });
  const read = await convertImage(heicSample, 'png');
  expect(read.ok ? null : read.error.code).toBe(can ? null : 'conversion.failed');
});
