import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { writeManifest } from './manifest.ts';

const manifest = writeManifest(serverTranslator('en'));

/** Width and height, as the head of a PNG file gives them. */
function pngSize(path: string): string {
  const bytes = readFileSync(path);
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('the manifest names the product, and icons that are there in the size it gives', () => {
  expect(manifest).toMatchObject({ name: 'Unspool', start_url: '/', display: 'standalone' });
  const pictures = manifest.icons.filter((icon) => icon.type === 'image/png');
  for (const { src, sizes } of pictures) expect(pngSize(`public${src}`), src).toBe(sizes);
  expect(pictures.map((icon) => icon.sizes)).toEqual(['192x192', '512x512', '512x512']);
  expect(pictures.at(-1)?.purpose).toBe('maskable');
});

test.each(locales)('the app in %s starts, and takes what is shared, in its own language', (locale) => {
  const start = localizedPath(locale, '/');
  const { id, start_url, share_target, lang, scope, description } = writeManifest(serverTranslator(locale));
  expect([id, start_url, share_target.action]).toEqual([start, start, start]);
  expect(start.startsWith(scope)).toBe(true);
  expect(share_target).toMatchObject({ method: 'GET', params: { title: 'title', text: 'text', url: 'url' } });
  expect(lang).toMatch(new RegExp(`^${locale}`));
  expect(description).not.toBe('');
});

test('the icon of iOS is there', () => {
  expect(pngSize('public/apple-touch-icon.png')).toBe('180x180');
});
