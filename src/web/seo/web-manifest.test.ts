import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { createManifest } from './web-manifest.ts';

const manifest = createManifest(serverTranslator('en'));

/** Width and height from the PNG header. */
function pngSize(path: string): string {
  const bytes = readFileSync(path);
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('the manifest has the name and icons of the declared size', () => {
  expect(manifest).toMatchObject({ name: 'Unspool', start_url: '/', display: 'standalone' });
  const pngIcons = manifest.icons.filter((icon) => icon.type === 'image/png');
  for (const { src, sizes } of pngIcons) expect(pngSize(`public${src}`), src).toBe(sizes);
  expect(pngIcons.map((icon) => icon.sizes)).toEqual(['192x192', '512x512', '512x512']);
  expect(pngIcons.at(-1)?.purpose).toBe('maskable');
});

test.each(locales)('the app in %s starts and receives shared links in its language', (locale) => {
  const start = localizedPath(locale, '/');
  const { id, start_url, share_target, lang, scope, description } = createManifest(serverTranslator(locale));
  expect([id, start_url, share_target.action]).toEqual([start, start, start]);
  expect(start.startsWith(scope)).toBe(true);
  expect(share_target).toMatchObject({ method: 'GET', params: { title: 'title', text: 'text', url: 'url' } });
  expect(lang).toMatch(new RegExp(`^${locale}`));
  expect(description).not.toBe('');
});

test('the iOS icon has the right size', () => {
  expect(pngSize('public/apple-touch-icon.png')).toBe('180x180');
});
