import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { feedPath } from './feed-addresses.ts';
import { writeManifest } from './manifest.ts';
import { writeRobots } from './robots.ts';

const robots = writeRobots('https://unspool.example');

/** As RFC 9309 (2.2.2, 2.2.3) reads a group: the longest rule that fits decides, and `*` stands for any signs. */
function isAllowed(address: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, kind, path = '']) => ({
    kind,
    path,
  }));
  const exactly = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const fits = ({ path }: { path: string }) =>
    new RegExp(`^${path.split('*').map(exactly).join('.*')}`).test(address);
  const [longest] = rules.filter(fits).sort((one, other) => other.path.length - one.path.length);
  return longest?.kind !== 'Disallow';
}

const link = encodeURIComponent('https://www.threads.com/@somebody/post/DAxampleCode');

test.each(locales)('in %s crawlers follow no address that brings a link along, and every page', (locale) => {
  const start = localizedPath(locale, '/');
  const { action, params } = writeManifest(serverTranslator(locale)).share_target;
  for (const field of Object.values(params)) {
    for (const path of [start, action, start === '/' ? '/' : `${start}/`]) {
      expect(isAllowed(`${path}?${field}=${link}`), path).toBe(false);
      expect(isAllowed(`${path}?utm_source=x&${field}=${link}`), path).toBe(false);
    }
  }
  for (const path of ['/', '/about', '/tools', '/blog', '/blog/a-post'])
    expect(isAllowed(localizedPath(locale, path)), path).toBe(true);
  for (const path of [start, `${localizedPath(locale, '/blog')}?page=2`, feedPath(locale, 'rss')])
    expect(isAllowed(path), path).toBe(true);
});

test('files, calls and what counts a reading are left alone; the sitemap is named by its whole address', () => {
  for (const path of ['/media/sealed', '/functions/v1/extract', '/api/blog/posts/a-post/views'])
    expect(isAllowed(path), path).toBe(false);
  expect(isAllowed('/api/blog/posts/a-post')).toBe(true);
  expect(robots).toMatch(/^Sitemap: https:\/\/unspool\.example\/sitemap\.xml$/m);
  // Who takes the first rule that fits would stop there.
  expect(robots).not.toMatch(/^Allow:/m);
});
