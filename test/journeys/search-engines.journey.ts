import { findAll, getElementsByTagName, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSeed } from '#database/read-seed.ts';
import { defaultLocale, type Locale, locales, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { connectBrowser } from '#test/support/connect-browser.ts';
import { readPage, readSitemap, type SitemapEntry } from '#test/support/read-page.ts';
import { type RunningApp, startApp } from '#test/support/start-app.ts';
import { postPath } from '#web/blog/post-path.ts';
import { publicPages } from '#web/seo/public-pages.ts';

/** Where visitors are told to come, whatever address the process listens on. */
const publicOrigin = 'https://unspool.example';

/** A first start draws every cover in all its sizes. */
const firstSeedMs = 300_000;

const seed = await readSeed('demo', Date.now());
const addressOf = (locale: Locale, slug: string) => publicOrigin + localizedPath(locale, postPath(slug));
/** The addresses of each article. */
const articles = seed.articles.map((article) =>
  article.posts.map(({ locale, slug }) => ({
    locale: locale as Locale,
    url: addressOf(locale as Locale, slug),
  })),
);
const postsIn = (locale: Locale) =>
  articles.flatMap((posts) => posts.filter((post) => post.locale === locale)).map(({ url }) => url);

let app: RunningApp;
let browser: Browser;
let xmlPage: Page;
/** What the sitemaps of all languages say, by address. */
const sitemap = new Map<string, SitemapEntry>();

beforeAll(async () => {
  app = await startApp({ SEED: 'demo', PUBLIC_ORIGIN: publicOrigin });
  browser = await connectBrowser();
  xmlPage = await browser.newPage();
  for (const locale of locales) {
    for (const [url, entry] of await readSitemap(app.origin, `/sitemap-${locale}.xml`))
      sitemap.set(url, entry);
  }
}, firstSeedMs);

/** Each page is read once, by several tests. */
const pages = new Map<string, ReturnType<typeof readPage>>();
function readOnce(path: string): ReturnType<typeof readPage> {
  const reading = pages.get(path) ?? readPage(app.origin, path);
  pages.set(path, reading);
  return reading;
}

afterAll(async () => {
  await browser?.close();
  await app?.[Symbol.asyncDispose]();
});

const pathOf = (url: string) => url.slice(publicOrigin.length);

test('the sitemaps hold every page and every post of the seed in every language, and no other', () => {
  expect(sitemap.size).toBe(publicPages.length * locales.length + articles.flat().length);
  const listed = [...sitemap.keys()].filter((url) => /\/blog\/./.test(url));
  expect(listed.sort()).toEqual(
    articles
      .flat()
      .map(({ url }) => url)
      .sort(),
  );
  for (const url of listed) {
    expect(sitemap.get(url)?.images, url).toEqual([
      expect.stringMatching(`^${publicOrigin}/files/.+\\.webp$`),
    ]);
    expect(Date.parse(sitemap.get(url)?.lastmod ?? ''), url).toBeLessThanOrEqual(Date.now());
  }
});

test('head, sitemap and language switcher of every post name the same languages, each naming the others', async () => {
  const sizes = new Set<number>();
  for (const posts of articles) {
    const english = posts.find(({ locale }) => locale === defaultLocale);
    const cluster = [
      ...posts.map(({ locale, url }) => ({ hrefLang: localeTags[locale], url })),
      { hrefLang: 'x-default', url: english?.url ?? 'every seed article is in English' },
    ].sort(byLanguage);
    sizes.add(cluster.length);
    for (const { locale, url } of posts) {
      const page = await readOnce(pathOf(url));
      expect(page.status, url).toBe(200);
      expect(page.canonicals, url).toEqual([url]);
      expect([...page.alternates].sort(byLanguage), url).toEqual(cluster);
      expect(sitemap.get(url)?.alternates, url).toEqual(page.alternates);
      for (const other of locales.filter((language) => language !== locale)) {
        const place =
          posts.find((post) => post.locale === other)?.url ?? publicOrigin + localizedPath(other, '/blog');
        const offered = page.switcher.filter(({ hrefLang }) => hrefLang === localeTags[other]);
        const places = offered.map((link) => new URL(link.url ?? '', publicOrigin).href);
        expect(new Set(places), `${url} offers ${other}`).toEqual(new Set([place]));
      }
      expect(page.metasNamed('og:locale:alternate').length, url).toBe(posts.length - 1);
    }
  }
  // Two languages and x-default; all ten.
  expect([...sizes]).toEqual(expect.arrayContaining([3, 11]));
});

test('every post tells what it is, and is shown elsewhere with a picture that is there', async () => {
  const pictures = new Set<string>();
  for (const { locale, url } of articles.flat()) {
    const { metas, structuredData, titles, feeds } = await readOnce(pathOf(url));
    expect(metas, url).toMatchObject({
      'og:type': 'article',
      'og:title': titles[0],
      'og:url': url,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringMatching(/./),
      'article:published_time': expect.stringMatching(/^\d{4}-.*Z$/),
      'article:section': expect.stringMatching(/./),
      'article:tag': expect.stringMatching(/./),
    });
    pictures.add(pathOf(metas['og:image'] ?? ''));
    const things = structuredData.flatMap((graph) => graph['@graph']);
    expect(
      things.map((thing) => thing['@type']),
      url,
    ).toEqual(['BlogPosting', 'BreadcrumbList']);
    expect(things[0], url).toMatchObject({
      url,
      inLanguage: localeTags[locale],
      datePublished: metas['article:published_time'],
      image: { url: metas['og:image'] },
    });
    expect(things[0].wordCount, url).toBeGreaterThan(100);
    expect(things[1].itemListElement.at(-1).item, url).toBe(url);
    expect(feeds, url).toMatchObject({ 'application/rss+xml': localizedPath(locale, '/feed.xml') });
  }
  expect(pictures.size).toBe(articles.length);
  for (const path of pictures) {
    const picture = await fetch(app.origin + path);
    expect([picture.status, picture.headers.get('content-type')], path).toEqual([200, 'image/jpeg']);
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  }
});

test.each(locales)(
  'the feeds in %s are sound, newest first, and hold posts of this language only',
  async (locale) => {
    const expected = postsIn(locale).slice(0, 20);
    const own = (path: string) => publicOrigin + localizedPath(locale, path);
    const rss = await readXml(localizedPath(locale, '/feed.xml'), 'application/rss+xml', {
      language: 'channel > language',
      links: 'item > link',
      contents: 'item > encoded',
    });
    expect(rss.language).toEqual([localeTags[locale]]);
    expect(rss.links).toEqual(expected);
    const atom = await readXml(localizedPath(locale, '/atom.xml'), 'application/atom+xml', {
      self: 'feed > link[rel=self]',
      links: 'entry > link:not([rel])',
      ids: 'entry > id',
      contents: 'entry > content',
    });
    expect(atom.lang).toBe(localeTags[locale]);
    expect(atom.self).toEqual([own('/atom.xml')]);
    expect(atom.links).toEqual(expected);
    expect(new Set(atom.ids).size).toBe(expected.length);
    const answer = await fetch(app.origin + localizedPath(locale, '/feed.json'));
    expect(answer.headers.get('content-type')).toMatch(/^application\/feed\+json/);
    const json = await answer.json();
    expect(json).toMatchObject({ language: localeTags[locale], feed_url: own('/feed.json') });
    expect(json.items.map(({ url }: { url: string }) => url)).toEqual(expected);
    const contents = [
      ...rss.contents,
      ...atom.contents,
      ...json.items.map((item: { content_html: string }) => item.content_html),
    ];
    expect(contents.length).toBe(3 * expected.length);
    for (const content of contents) {
      expect(content.length).toBeGreaterThan(500);
      const elements = findAll(() => true, parseDocument(content).children);
      const addresses = elements.flatMap(({ attribs: { href, src } }) => [href, src]);
      expect(addresses.filter((address) => address && !/^(https?|mailto):/.test(address))).toEqual([]);
    }
  },
);

test('feeds and sitemaps are compared by their tags and kept by shared caches for minutes', async () => {
  for (const path of [
    '/feed.xml',
    '/de/atom.xml',
    '/th/feed.json',
    '/sitemap.xml',
    '/sitemap-zh.xml',
    '/llms.txt',
  ]) {
    const headers = { 'accept-encoding': 'br' };
    const first = await fetch(app.origin + path, { headers });
    expect(first.headers.get('cache-control'), path).toBe(
      'public, max-age=0, s-maxage=300, stale-while-revalidate=86400',
    );
    expect(first.headers.get('content-encoding'), path).toBe('br');
    const etag = first.headers.get('etag') ?? '';
    expect(etag, path).toMatch(/^"/);
    const again = await fetch(app.origin + path, { headers: { ...headers, 'if-none-match': etag } });
    expect(again.status, path).toBe(304);
  }
});

test('a card is drawn for a post in each language; a former address leads to it, an unknown one to nothing', async () => {
  const tags = new Set<string | null>();
  for (const { locale, url } of articles[0] ?? []) {
    const slug = url.slice(url.lastIndexOf('/') + 1);
    const answer = await fetch(`${app.origin}/og/blog/${locale}/${slug}.png`);
    const png = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, png.readUInt32BE(16), png.readUInt32BE(20)], url).toEqual([200, 1200, 630]);
    tags.add(answer.headers.get('etag'));
  }
  expect(tags.size).toBe(articles[0]?.length);
  const former = await fetch(`${app.origin}/og/blog/en/how-to-save-a-threads-video.png`, {
    redirect: 'manual',
  });
  expect(former.status).toBe(301);
  expect(former.headers.get('location')).toBe('/og/blog/en/save-a-threads-video.png');
  expect((await fetch(`${app.origin}/og/blog/en/nothing.png`)).status).toBe(404);
});

test.each(locales)('llms.txt in %s names the posts of this language', async (locale) => {
  const answer = await fetch(app.origin + localizedPath(locale, '/llms.txt'));
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await answer.text();
  const named = [...text.matchAll(/\]\((\S+)\)/g)].map(([, url = '']) => url);
  expect(named.filter((url) => /\/blog\/./.test(url))).toEqual(postsIn(locale).slice(0, 20));
});

test('head, sitemap and language switcher agree on every page in every language', async () => {
  const seen: string[] = [];
  for (const locale of locales) {
    for (const page of publicPages) {
      const path = localizedPath(locale, page);
      const url = publicOrigin + path;
      const { status, canonicals, alternates, switcher } = await readOnce(path);
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
  for (const locale of locales) {
    const titles: string[] = [];
    for (const page of publicPages) {
      const path = localizedPath(locale, page);
      const read = await readOnce(path);
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

function byLanguage(
  one: { hrefLang?: string | undefined },
  other: { hrefLang?: string | undefined },
): number {
  return (one.hrefLang ?? '').localeCompare(other.hrefLang ?? '');
}

/** A file as a strict reader of XML takes it, the browser's: the text or the address of all that each selector finds. */
async function readXml<Name extends string>(path: string, type: string, selectors: Record<Name, string>) {
  const answer = await fetch(app.origin + path);
  expect(answer.headers.get('content-type'), path).toContain(type);
  expect(answer.headers.get('access-control-allow-origin'), path).toBe('*');
  const found = await xmlPage.evaluate(
    ([xml, wanted]) => {
      const feed = new DOMParser().parseFromString(xml, 'application/xml');
      const read = (selector: string) =>
        [...feed.querySelectorAll(selector)].map(
          (element) => element.getAttribute('href') ?? element.textContent ?? '',
        );
      return {
        faults: read('parsererror'),
        language: feed.documentElement.getAttribute('xml:lang'),
        read: Object.fromEntries(Object.entries(wanted).map(([name, selector]) => [name, read(selector)])),
      };
    },
    [await answer.text(), selectors as Record<string, string>] as const,
  );
  expect(found.faults, path).toEqual([]);
  return { ...(found.read as Record<Name, string[]>), lang: found.language };
}
