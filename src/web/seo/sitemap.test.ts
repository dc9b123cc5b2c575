import { getAttributeValue, getElementsByTagName, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { alternatesOf, pageAddresses } from './page-addresses.ts';
import { publicPages } from './public-pages.ts';
import { sitemapIndex, sitemapLocale, sitemapOf } from './sitemap.ts';

const origin = 'https://unspool.example';
const parse = (xml: string) => parseDocument(xml, { xmlMode: true });
const textsOf = (xml: string, name: string) => getElementsByTagName(name, parse(xml)).map(textContent);

test('the index names one sitemap for each language, and each of these is known by its name', () => {
  const places = textsOf(sitemapIndex(origin), 'loc');
  expect(places).toEqual(locales.map((locale) => `${origin}/sitemap-${locale}.xml`));
  const names = places.map((place) => place.slice(`${origin}/`.length, -'.xml'.length));
  expect(names.map(sitemapLocale)).toEqual(locales);
  expect(['sitemap', 'sitemap-', 'sitemap-xx', 'de', ''].map(sitemapLocale)).toEqual(Array(5).fill(null));
});

test.each(locales)('the sitemap of %s holds every public page with the whole cluster', (locale) => {
  const pages = getElementsByTagName('url', parse(sitemapOf(locale, origin)));
  expect(pages.map((page) => textContent(getElementsByTagName('loc', page)))).toEqual(
    publicPages.map((page) => origin + localizedPath(locale, page)),
  );
  for (const [index, page] of pages.entries()) {
    const links = getElementsByTagName('xhtml:link', page).map((link) => ({
      hrefLang: getAttributeValue(link, 'hreflang'),
      url: getAttributeValue(link, 'href'),
    }));
    expect(links).toEqual(alternatesOf(pageAddresses(publicPages[index] ?? '/', 'en', origin)));
  }
});

test('what XML would read as its own is escaped', () => {
  const xml = sitemapOf('en', 'https://x.example/?a&b<c>"');
  expect(xml).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
  expect(textsOf(xml, 'loc')[0]).toBe('https://x.example/?a&b<c>"/');
});
