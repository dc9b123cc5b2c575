import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { alternatesOf, pageAddresses } from './page-addresses.ts';
import { publicPages } from './public-pages.ts';

const origin = 'https://unspool.example';

test('a page knows itself, its translations and the English one', () => {
  const { own, languages, fallback } = pageAddresses('/de/about', origin);
  expect(own).toEqual({ locale: 'de', hrefLang: 'de', path: '/de/about', url: `${origin}/de/about` });
  expect(languages.map(({ path }) => path)).toEqual(
    ['', '/es', '/pt', '/fr', '/de', '/it', '/zh', '/vi', '/id', '/th'].map((prefix) => `${prefix}/about`),
  );
  expect(fallback.url).toBe(`${origin}/about`);
});

test('the start page has no slash at its end but in English', () => {
  const { languages } = pageAddresses('/', origin);
  expect(languages.map(({ url }) => url).slice(0, 2)).toEqual([`${origin}/`, `${origin}/es`]);
  expect(pageAddresses('/zh', origin).own).toMatchObject({ path: '/zh', hrefLang: 'zh-Hans' });
});

test.each(publicPages)('every translation of %s names the same cluster, itself among it', (page) => {
  const clusters = locales.map((locale) => pageAddresses(localizedPath(locale, page), origin));
  for (const addresses of clusters) {
    const alternates = alternatesOf(addresses);
    expect(alternates).toEqual(alternatesOf(pageAddresses(page, origin)));
    expect(alternates.map(({ url }) => url)).toContain(addresses.own.url);
    expect(new Set(alternates.map(({ hrefLang }) => hrefLang)).size).toBe(11);
  }
  expect(new Set(clusters.map(({ own }) => own.url)).size).toBe(10);
});
