import { getAttributeValue, getElementsByTagName, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import type { Sibling } from '#blog/contract.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { postPlace } from '../blog/post-place.ts';
import { alternatesOf, pageAddresses } from './page-addresses.ts';
import { publicPages } from './public-pages.ts';
import { postsPerSitemap, sitemapIndex, sitemapNamed, sitemapOf } from './sitemap.ts';

const origin = 'https://unspool.example';
const parse = (xml: string) => parseDocument(xml, { xmlMode: true });
const textsOf = (xml: string, name: string) => getElementsByTagName(name, parse(xml)).map(textContent);

const noPosts = Object.fromEntries(locales.map((locale) => [locale, 0])) as Record<Locale, number>;

function sibling(locale: Locale, slug: string): Sibling {
  return {
    ...{ id: locale, locale, slug, title: slug, source_locale: 'de' },
    published_at: '2026-01-02T00:00:00.000Z',
    updated_at: locale === 'th' ? '2026-03-04T00:00:00.000Z' : '2025-01-01T00:00:00.000Z',
    featured_image_url: locale === 'th' ? '/files/a/2000.webp' : null,
  };
}
const cluster = [sibling('de', 'ein-faden'), sibling('th', 'ด้าย')];

test('the index names one sitemap for each language, and each of these is known by its name', () => {
  const places = textsOf(sitemapIndex(origin, noPosts), 'loc');
  expect(places).toEqual(locales.map((locale) => `${origin}/sitemap-${locale}.xml`));
  const names = places.map((place) => place.slice(`${origin}/`.length, -'.xml'.length));
  expect(names.map(sitemapNamed)).toEqual(locales.map((locale) => ({ locale, number: 1 })));
});

test('a language with more posts than one sitemap holds has several', () => {
  const posts = { ...noPosts, de: postsPerSitemap, th: 2 * postsPerSitemap + 1 };
  const places = textsOf(sitemapIndex(origin, posts), 'loc');
  expect(places.filter((place) => /-(de|th)\b/.test(place))).toEqual(
    ['de', 'th', 'th-2', 'th-3'].map((name) => `${origin}/sitemap-${name}.xml`),
  );
  expect(sitemapNamed('sitemap-th-3')).toEqual({ locale: 'th', number: 3 });
});

test.each(['sitemap', 'sitemap-', 'sitemap-xx', 'de', '', 'sitemap-de-1', 'sitemap-de-02', 'sitemap-de-0'])(
  'no sitemap is called "%s"',
  (name) => expect(sitemapNamed(name)).toBeNull(),
);

test.each(locales)('the first sitemap of %s holds every public page with the whole cluster', (locale) => {
  const pages = getElementsByTagName('url', parse(sitemapOf({ locale, number: 1 }, origin, [])));
  expect(pages.map((page) => textContent(getElementsByTagName('loc', page)))).toEqual(
    publicPages.map((page) => origin + localizedPath(locale, page)),
  );
  for (const [index, page] of pages.entries()) {
    expect(linksOf(page)).toEqual(alternatesOf(pageAddresses(publicPages[index] ?? '/', 'en', origin)));
  }
});

test('a post stands there with its translations, its last change and its cover', () => {
  const [post, ...others] = getElementsByTagName(
    'url',
    parse(sitemapOf({ locale: 'th', number: 2 }, origin, [cluster, [sibling('en', 'elsewhere')]])),
  );
  if (!post) throw new Error('no post');
  expect(others).toEqual([]);
  expect(textContent(getElementsByTagName('loc', post))).toBe(
    `${origin}/th/blog/%E0%B8%94%E0%B9%89%E0%B8%B2%E0%B8%A2`,
  );
  expect(textContent(getElementsByTagName('lastmod', post))).toBe('2026-03-04T00:00:00.000Z');
  expect(textContent(getElementsByTagName('image:loc', post))).toBe(`${origin}/files/a/2000.webp`);
  const links = linksOf(post);
  expect(links.map(({ hrefLang }) => hrefLang)).toEqual(['de', 'th', 'x-default']);
  expect(links).toEqual(alternatesOf(pageAddresses(postPlace(cluster), 'th', origin)));
});

test('a post was not changed before it was published', () => {
  const xml = sitemapOf({ locale: 'de', number: 2 }, origin, [cluster]);
  expect(textsOf(xml, 'lastmod')).toEqual(['2026-01-02T00:00:00.000Z']);
  expect(xml).not.toContain('<image:image>');
});

test('what XML would read as its own is escaped', () => {
  const xml = sitemapOf({ locale: 'en', number: 1 }, 'https://x.example/?a&b<c>"', []);
  expect(xml).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
  expect(textsOf(xml, 'loc')[0]).toBe('https://x.example/?a&b<c>"/');
});

function linksOf(page: Parameters<typeof textContent>[0]) {
  return getElementsByTagName('xhtml:link', page).map((link) => ({
    hrefLang: getAttributeValue(link, 'hreflang'),
    url: getAttributeValue(link, 'href'),
  }));
}
