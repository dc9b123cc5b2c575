import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'));

/** Width and height, as the head of a PNG file gives them. */
function pngSize(path: string): string {
  const bytes = readFileSync(path);
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('the manifest names the product, and icons that are there in the size it gives', () => {
  expect(manifest).toMatchObject({ name: 'Unspool', start_url: '/', display: 'standalone' });
  const pictures = manifest.icons.filter((icon: { type: string }) => icon.type === 'image/png');
  for (const { src, sizes } of pictures) expect(pngSize(`public${src}`), src).toBe(sizes);
  expect(pictures.map((icon: { sizes: string }) => icon.sizes)).toEqual(['192x192', '512x512', '512x512']);
  expect(pictures.at(-1).purpose).toBe('maskable');
});

test('the icon of iOS is there', () => {
  expect(pngSize('public/apple-touch-icon.png')).toBe('180x180');
});
