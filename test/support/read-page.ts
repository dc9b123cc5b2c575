import { getAttributeValue, getElementsByTagName, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { expect } from 'vitest';

type Element = Parameters<typeof getAttributeValue>[0];

export interface Alternate {
  hrefLang: string | undefined;
  url: string | undefined;
}

const toAlternate = (link: Element): Alternate => ({
  hrefLang: getAttributeValue(link, 'hreflang'),
  url: getAttributeValue(link, 'href'),
});

export async function readPage(origin: string, path: string) {
  const response = await fetch(origin + path, { redirect: 'manual' });
  const document = parseDocument(await response.text());
  const findElements = (name: string) => getElementsByTagName(name, document);
  const links = (rel: string) =>
    findElements('link').filter((link) => getAttributeValue(link, 'rel') === rel);
  const metas = findElements('meta').map((meta) => [
    getAttributeValue(meta, 'property') ?? getAttributeValue(meta, 'name'),
    getAttributeValue(meta, 'content'),
  ]);
  return {
    status: response.status,
    titles: findElements('title')
      .filter((title) => title.parent && 'name' in title.parent && title.parent.name === 'head')
      .map((title) => textContent(title)),
    canonicals: links('canonical').map((link) => getAttributeValue(link, 'href')),
    alternates: links('alternate')
      .filter((link) => getAttributeValue(link, 'hreflang'))
      .map(toAlternate),
    feeds: Object.fromEntries(
      links('alternate')
        .filter((link) => getAttributeValue(link, 'type'))
        .map((link) => [getAttributeValue(link, 'type'), getAttributeValue(link, 'href')]),
    ),
    /** The last one, if a name occurs more than once. */
    metas: Object.fromEntries(metas.filter(([name]) => name)),
    metasNamed: (name: string) =>
      metas.filter(([metaName]) => metaName === name).map(([, content]) => content),
    structuredData: findElements('script')
      .filter((script) => getAttributeValue(script, 'type') === 'application/ld+json')
      .map((script) => JSON.parse(textContent(script))),
    languageLinks: findElements('a')
      .filter((link) => getAttributeValue(link, 'hreflang'))
      .map(toAlternate),
  };
}

export interface SitemapEntry {
  alternates: Alternate[];
  lastmod: string | null;
  images: string[];
}

export async function readSitemap(origin: string, path: string): Promise<Map<string, SitemapEntry>> {
  const response = await fetch(origin + path);
  expect(response.headers.get('content-type')).toMatch(/^application\/xml/);
  const document = parseDocument(await response.text(), { xmlMode: true });
  const textsIn = (name: string, page: Element) => getElementsByTagName(name, page).map(textContent);
  return new Map(
    getElementsByTagName('url', document).map((page) => [
      textsIn('loc', page)[0] ?? '',
      {
        alternates: getElementsByTagName('xhtml:link', page).map(toAlternate),
        lastmod: textsIn('lastmod', page)[0] ?? null,
        images: textsIn('image:loc', page),
      },
    ]),
  );
}
