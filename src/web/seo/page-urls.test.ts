import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { publicPages } from '../paths.ts';
import { alternateLinks, getPageUrls, type TranslatedPage } from './page-urls.ts';

const origin = 'https://unspool.example';

test('getPageUrls returns the current page, its translations and the English fallback', () => {
  const { current, languages, untranslated, fallback } = getPageUrls('/about', 'de', origin);
  expect(current).toEqual({ locale: 'de', hrefLang: 'de', path: '/de/about', url: `${origin}/de/about` });
  expect(languages.map(({ path }) => path)).toEqual(
    ['', '/es', '/pt', '/fr', '/de', '/it', '/zh', '/vi', '/id', '/th'].map((prefix) => `${prefix}/about`),
  );
  expect(untranslated).toEqual([]);
  expect(fallback.url).toBe(`${origin}/about`);
});

test('only the English start page has a trailing slash', () => {
  const { languages } = getPageUrls('/', 'en', origin);
  expect(languages.map(({ url }) => url).slice(0, 2)).toEqual([`${origin}/`, `${origin}/es`]);
  expect(getPageUrls('/', 'zh', origin).current).toMatchObject({ path: '/zh', hrefLang: 'zh-Hans' });
});

test.each(publicPages)('every translation of %s has the same alternates, including itself', (page) => {
  const clusters = locales.map((locale) => getPageUrls(page, locale, origin));
  for (const urls of clusters) {
    const alternates = alternateLinks(urls);
    expect(alternates).toEqual(alternateLinks(getPageUrls(page, 'en', origin)));
    expect(alternates.map(({ url }) => url)).toContain(urls.current.url);
    expect(new Set(alternates.map(({ hrefLang }) => hrefLang)).size).toBe(11);
  }
  expect(new Set(clusters.map(({ current }) => current.url)).size).toBe(10);
});

const translated: TranslatedPage = {
  paths: { en: '/contact/by-mail', de: '/contact/per-post' },
  section: '/contact',
};

test('a translated page lists its languages, and the section for the others', () => {
  const urls = getPageUrls(translated, 'de', origin);
  expect(urls.current.path).toBe('/de/contact/per-post');
  expect(urls.languages.map(({ path }) => path)).toEqual(['/contact/by-mail', '/de/contact/per-post']);
  expect(urls.untranslated).toHaveLength(8);
  expect(urls.untranslated[0]).toMatchObject({ locale: 'es', path: '/es/contact' });
  expect(alternateLinks(urls)).toEqual([
    { hrefLang: 'en', url: `${origin}/contact/by-mail` },
    { hrefLang: 'de', url: `${origin}/de/contact/per-post` },
    { hrefLang: 'x-default', url: `${origin}/contact/by-mail` },
  ]);
  expect(alternateLinks(getPageUrls(translated, 'en', origin))).toEqual(alternateLinks(urls));
});

test('without an English version, the fallback is the original, or else the first translation', () => {
  const paths = { th: '/a', de: '/b' };
  const pathFor = (source?: 'th' | 'fr') =>
    getPageUrls({ paths, section: '/', ...(source && { source }) }, 'th', origin).fallback.path;
  expect(pathFor('th')).toBe('/th/a');
  expect(pathFor('fr')).toBe('/de/b');
  expect(pathFor()).toBe('/de/b');
});
