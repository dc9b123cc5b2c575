import { getAttributeValue, getElementsByTagName, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import type { PublishedTranslation } from '#blog/contract.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { publicPages } from '../paths.ts';
import { alternateLinks, getPageUrls, toTranslatedPage } from './page-urls.ts';
import { parseSitemapName, postsPerSitemap, renderSitemap, renderSitemapIndex } from './sitemap.ts';

const origin = 'https://unspool.example';
const parse = (xml: string) => parseDocument(xml, { xmlMode: true });
const getTexts = (xml: string, name: string) => getElementsByTagName(name, parse(xml)).map(textContent);

const noPosts = Object.fromEntries(locales.map((locale) => [locale, 0])) as Record<Locale, number>;

function createTranslation(locale: Locale, slug: string): PublishedTranslation {
  return {
    id: locale,
    locale,
    slug,
    title: slug,
    source_locale: 'de',
    published_at: '2026-01-02T00:00:00.000Z',
    updated_at: locale === 'th' ? '2026-03-04T00:00:00.000Z' : '2025-01-01T00:00:00.000Z',
    featured_image_url: locale === 'th' ? '/files/a/2000.webp' : null,
    isIndexed: true,
    isTranslated: true,
  };
}
const cluster = [createTranslation('de', 'ein-faden'), createTranslation('th', 'ด้าย')];

test('the index lists one sitemap per language, and parseSitemapName accepts each', () => {
  const urls = getTexts(renderSitemapIndex(origin, noPosts), 'loc');
  expect(urls).toEqual(locales.map((locale) => `${origin}/sitemap-${locale}.xml`));
  const names = urls.map((url) => url.slice(`${origin}/`.length, -'.xml'.length));
  expect(names.map(parseSitemapName)).toEqual(locales.map((locale) => ({ locale, number: 1 })));
});

test('a language with many posts has several sitemaps', () => {
  const posts = { ...noPosts, de: postsPerSitemap, th: 2 * postsPerSitemap + 1 };
  const urls = getTexts(renderSitemapIndex(origin, posts), 'loc');
  expect(urls.filter((url) => /-(de|th)\b/.test(url))).toEqual(
    ['de', 'th', 'th-2', 'th-3'].map((name) => `${origin}/sitemap-${name}.xml`),
  );
  expect(parseSitemapName('sitemap-th-3')).toEqual({ locale: 'th', number: 3 });
});

test.each(['sitemap', 'sitemap-', 'sitemap-xx', 'de', '', 'sitemap-de-1', 'sitemap-de-02', 'sitemap-de-0'])(
  '"%s" is not a sitemap name',
  (name) => expect(parseSitemapName(name)).toBeNull(),
);

test.each(locales)('the first sitemap of %s has every public page with all its alternates', (locale) => {
  const pages = getElementsByTagName('url', parse(renderSitemap({ locale, number: 1 }, origin, [])));
  expect(pages.map((page) => textContent(getElementsByTagName('loc', page)))).toEqual(
    publicPages.map((page) => origin + localizedPath(locale, page)),
  );
  for (const [index, page] of pages.entries()) {
    expect(getLinks(page)).toEqual(alternateLinks(getPageUrls(publicPages[index] ?? '/', 'en', origin)));
  }
});

test('a post has its translations, modification date and cover', () => {
  const [post, ...others] = getElementsByTagName(
    'url',
    parse(
      renderSitemap({ locale: 'th', number: 2 }, origin, [cluster, [createTranslation('en', 'elsewhere')]]),
    ),
  );
  if (!post) throw new Error('no post');
  expect(others).toEqual([]);
  expect(textContent(getElementsByTagName('loc', post))).toBe(
    `${origin}/th/blog/%E0%B8%94%E0%B9%89%E0%B8%B2%E0%B8%A2`,
  );
  expect(textContent(getElementsByTagName('lastmod', post))).toBe('2026-03-04T00:00:00.000Z');
  expect(textContent(getElementsByTagName('image:loc', post))).toBe(`${origin}/files/a/2000.webp`);
  const links = getLinks(post);
  expect(links.map(({ hrefLang }) => hrefLang)).toEqual(['de', 'th', 'x-default']);
  expect(links).toEqual(alternateLinks(getPageUrls(toTranslatedPage(cluster), 'th', origin)));
});

test('the modification date is never before the publication date', () => {
  const xml = renderSitemap({ locale: 'de', number: 2 }, origin, [cluster]);
  expect(getTexts(xml, 'lastmod')).toEqual(['2026-01-02T00:00:00.000Z']);
  expect(xml).not.toContain('<image:image>');
});

test('a post that is not to be indexed is in no sitemap, and no other language links to it', () => {
  const [german, thai] = cluster as [PublishedTranslation, PublishedTranslation];
  const translations = [german, { ...thai, isIndexed: false }];
  expect(renderSitemap({ locale: 'th', number: 2 }, origin, [translations])).not.toContain('<url>');
  const [page] = getElementsByTagName(
    'url',
    parse(renderSitemap({ locale: 'de', number: 2 }, origin, [translations])),
  );
  expect(page && getLinks(page).map(({ hrefLang }) => hrefLang)).toEqual(['de', 'x-default']);
});

test('XML special characters are escaped', () => {
  const xml = renderSitemap({ locale: 'en', number: 1 }, 'https://x.example/?a&b<c>"', []);
  expect(xml).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
  expect(getTexts(xml, 'loc')[0]).toBe('https://x.example/?a&b<c>"/');
});

function getLinks(page: Parameters<typeof textContent>[0]) {
  return getElementsByTagName('xhtml:link', page).map((link) => ({
    hrefLang: getAttributeValue(link, 'hreflang'),
    url: getAttributeValue(link, 'href'),
  }));
}

test('the page of an author, a category or a tag is listed in each language with posts', () => {
  const lists = [{ path: '/blog/author/mira-l', locales: ['de', 'th'] as Locale[] }];
  const urlsIn = (locale: Locale, number = 1) =>
    getTexts(renderSitemap({ locale, number }, origin, [], lists), 'loc').filter((url) =>
      url.includes('author'),
    );
  expect(urlsIn('de')).toEqual([`${origin}/de/blog/author/mira-l`]);
  expect(urlsIn('en')).toEqual([]);
  const [entry] = getElementsByTagName(
    'url',
    parse(renderSitemap({ locale: 'th', number: 2 }, origin, [], lists)),
  );
  expect(entry && getLinks(entry).map(({ hrefLang }) => hrefLang)).toEqual(['de', 'th', 'x-default']);
});

test('the first sitemap has the pages of the owner at the root, without those for readers only', () => {
  const hidden = [{ ...createTranslation('de', 'intern'), isIndexed: false }];
  const pages = [[createTranslation('de', 'impressum'), createTranslation('th', 'imprint')], hidden];
  const xml = renderSitemap({ locale: 'de', number: 1 }, origin, [], [], pages);
  expect(getTexts(xml, 'loc').slice(publicPages.length)).toEqual([`${origin}/de/impressum`]);
  expect(xml).toContain(`${origin}/th/imprint`);
});
