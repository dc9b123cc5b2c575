import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { alternatesOf, pageAddresses, type TranslatedPage } from './page-addresses.ts';
import { publicPages } from './public-pages.ts';

const origin = 'https://unspool.example';

test('a page knows itself, its translations and the English one', () => {
  const { own, languages, untranslated, fallback } = pageAddresses('/about', 'de', origin);
  expect(own).toEqual({ locale: 'de', hrefLang: 'de', path: '/de/about', url: `${origin}/de/about` });
  expect(languages.map(({ path }) => path)).toEqual(
    ['', '/es', '/pt', '/fr', '/de', '/it', '/zh', '/vi', '/id', '/th'].map((prefix) => `${prefix}/about`),
  );
  expect(untranslated).toEqual([]);
  expect(fallback.url).toBe(`${origin}/about`);
});

test('the start page has no slash at its end but in English', () => {
  const { languages } = pageAddresses('/', 'en', origin);
  expect(languages.map(({ url }) => url).slice(0, 2)).toEqual([`${origin}/`, `${origin}/es`]);
  expect(pageAddresses('/', 'zh', origin).own).toMatchObject({ path: '/zh', hrefLang: 'zh-Hans' });
});

test.each(publicPages)('every translation of %s names the same cluster, itself among it', (page) => {
  const clusters = locales.map((locale) => pageAddresses(page, locale, origin));
  for (const addresses of clusters) {
    const alternates = alternatesOf(addresses);
    expect(alternates).toEqual(alternatesOf(pageAddresses(page, 'en', origin)));
    expect(alternates.map(({ url }) => url)).toContain(addresses.own.url);
    expect(new Set(alternates.map(({ hrefLang }) => hrefLang)).size).toBe(11);
  }
  expect(new Set(clusters.map(({ own }) => own.url)).size).toBe(10);
});

const translated: TranslatedPage = {
  paths: { en: '/contact/by-mail', de: '/contact/per-post' },
  section: '/contact',
};

test('a page with paths of its own names the languages it is in, and the section for the others', () => {
  const addresses = pageAddresses(translated, 'de', origin);
  expect(addresses.own.path).toBe('/de/contact/per-post');
  expect(addresses.languages.map(({ path }) => path)).toEqual(['/contact/by-mail', '/de/contact/per-post']);
  expect(addresses.untranslated).toHaveLength(8);
  expect(addresses.untranslated[0]).toMatchObject({ locale: 'es', path: '/es/contact' });
  expect(alternatesOf(addresses)).toEqual([
    { hrefLang: 'en', url: `${origin}/contact/by-mail` },
    { hrefLang: 'de', url: `${origin}/de/contact/per-post` },
    { hrefLang: 'x-default', url: `${origin}/contact/by-mail` },
  ]);
  expect(alternatesOf(pageAddresses(translated, 'en', origin))).toEqual(alternatesOf(addresses));
});

test('visitors of other languages go to the first writing, or the first there is, where it is not in English', () => {
  const paths = { th: '/a', de: '/b' };
  const pathFor = (source?: 'th' | 'fr') =>
    pageAddresses({ paths, section: '/', ...(source && { source }) }, 'th', origin).fallback.path;
  expect(pathFor('th')).toBe('/th/a');
  expect(pathFor('fr')).toBe('/de/b');
  expect(pathFor()).toBe('/de/b');
});
