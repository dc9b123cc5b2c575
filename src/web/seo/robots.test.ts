import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { feedPath } from './feed-formats.ts';
import { renderRobotsTxt } from './robots.ts';
import { createManifest } from './web-manifest.ts';

const robots = renderRobotsTxt('https://unspool.example');

/** Rule matching by RFC 9309 (2.2.2, 2.2.3): the longest match decides, `*` matches any characters. */
function isAllowed(url: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, kind, path = '']) => ({
    kind,
    path,
  }));
  const exactly = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const fits = ({ path }: { path: string }) =>
    new RegExp(`^${path.split('*').map(exactly).join('.*')}`).test(url);
  const [longest] = rules.filter(fits).sort((a, b) => b.path.length - a.path.length);
  return longest?.kind !== 'Disallow';
}

const link = encodeURIComponent('https://www.threads.com/@somebody/post/DAxampleCode');

test.each(locales)('in %s crawlers may open every page but no URL with a link parameter', (locale) => {
  const start = localizedPath(locale, '/');
  const { action, params } = createManifest(serverTranslator(locale)).share_target;
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

test('media, API calls and view counters are disallowed, and the sitemap URL is absolute', () => {
  for (const path of ['/media/sealed', '/functions/v1/extract', '/api/blog/posts/a-post/views'])
    expect(isAllowed(path), path).toBe(false);
  expect(isAllowed('/api/blog/posts/a-post')).toBe(true);
  expect(robots).toMatch(/^Sitemap: https:\/\/unspool\.example\/sitemap\.xml$/m);
  // Crawlers that use the first matching rule would stop at an Allow rule.
  expect(robots).not.toMatch(/^Allow:/m);
});
