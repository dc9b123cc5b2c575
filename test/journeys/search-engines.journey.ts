import { getElementsByTagName, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { locales, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { readPage, readSitemap } from '#test/support/read-page.ts';
import { startApp } from '#test/support/start-app.ts';
import { publicPages } from '#web/seo/public-pages.ts';

/** Where visitors are told to come, whatever address the process listens on. */
const publicOrigin = 'https://unspool.example';

test('head, sitemap and language switcher agree on every page in every language', async () => {
  await using app = await startApp({ PUBLIC_ORIGIN: publicOrigin });
  const seen: string[] = [];
  for (const locale of locales) {
    const sitemap = await readSitemap(app.origin, `/sitemap-${locale}.xml`);
    expect(sitemap.size).toBe(publicPages.length);
    for (const page of publicPages) {
      const path = localizedPath(locale, page);
      const url = publicOrigin + path;
      const { status, canonicals, alternates, switcher } = await readPage(app.origin, path);
      expect(status, path).toBe(200);
      expect(canonicals, path).toEqual([url]);
      expect(alternates, path).toContainEqual({ hrefLang: localeTags[locale], url });
      expect(alternates, path).toContainEqual({ hrefLang: 'x-default', url: publicOrigin + page });
      expect(alternates.length, path).toBe(11);
      expect(sitemap.get(url)?.alternates, path).toEqual(alternates);
      for (const alternate of alternates.slice(0, 10)) {
        const offered = switcher.filter((link) => link.hrefLang === alternate.hrefLang);
        const places = offered.map((link) => new URL(link.url ?? '', publicOrigin).href);
        // The language of the page itself may stand there as a word.
        if (alternate.url === url && places.length === 0) continue;
        expect(new Set(places), `${path} offers ${alternate.hrefLang}`).toEqual(new Set([alternate.url]));
      }
      seen.push(url);
    }
  }
  expect(new Set(seen).size).toBe(publicPages.length * locales.length);
});

test('every page tells the networks its link is shared on what to show', async () => {
  await using app = await startApp({ PUBLIC_ORIGIN: publicOrigin });
  for (const locale of locales) {
    const titles: string[] = [];
    for (const page of publicPages) {
      const path = localizedPath(locale, page);
      const read = await readPage(app.origin, path);
      expect(read.titles.length, path).toBe(1);
      expect(read.metas, path).toMatchObject({
        'og:title': read.titles[0],
        'og:description': read.metas.description,
        'og:url': publicOrigin + path,
        'og:type': 'website',
        'og:site_name': 'Unspool',
        'og:locale': expect.stringMatching(new RegExp(`^${locale}_[A-Z]{2}$`)),
        'og:image': `${publicOrigin}/og/${locale}.png`,
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': expect.stringMatching(/^Unspool: ./),
        'twitter:card': 'summary_large_image',
      });
      expect(read.metas.description?.length, path).toBeGreaterThan(30);
      expect(read.metas.robots, path).toBeUndefined();
      const types = read.structuredData.flatMap((graph) =>
        graph['@graph'].map((thing: { '@type': string }) => thing['@type']),
      );
      expect(types, path).toEqual(
        page === '/'
          ? ['WebApplication', 'FAQPage']
          : [expect.stringMatching(/Page$/), 'BreadcrumbList', ...(page === '/blog' ? ['Blog'] : [])],
      );
      titles.push(...read.titles);
    }
    expect(new Set(titles).size, locale).toBe(publicPages.length);
  }
});

test('each language has a picture of its own, of the size the pages give, known by its ETag', async () => {
  await using app = await startApp();
  const tags = new Set<string | null>();
  for (const locale of locales) {
    const answer = await fetch(`${app.origin}/og/${locale}.png`);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const png = Buffer.from(await answer.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    const tag = answer.headers.get('etag') ?? '';
    tags.add(tag);
    const again = await fetch(`${app.origin}/og/${locale}.png`, { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
  }
  expect(tags.size).toBe(10);
});

test('robots find the sitemaps, and nothing that is no file is one', async () => {
  await using app = await startApp({ PUBLIC_ORIGIN: publicOrigin });
  const robots = await (await fetch(`${app.origin}/robots.txt`)).text();
  expect(robots.split('\n')).toEqual(
    expect.arrayContaining([
      'Disallow: /media/',
      'Disallow: /functions/',
      'Disallow: /*?url=',
      `Sitemap: ${publicOrigin}/sitemap.xml`,
    ]),
  );
  const index = parseDocument(await (await fetch(`${app.origin}/sitemap.xml`)).text(), { xmlMode: true });
  const places = getElementsByTagName('loc', index).map((place) => textContent(place));
  expect(places).toEqual(locales.map((locale) => `${publicOrigin}/sitemap-${locale}.xml`));
  for (const path of [
    ...['/sitemap-xx.xml', '/sitemap-en-2.xml', '/xx/feed.xml', '/Feed.xml', '/feed', '/xx/llms.txt'],
    ...['/og/xx.png', '/og/', '/og/blog/en/nothing.png', '/og/blog/xx/nothing.png'],
  ]) {
    expect((await fetch(app.origin + path)).status, path).toBe(404);
  }
  const manifest = await fetch(`${app.origin}/manifest.webmanifest`);
  expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
});
