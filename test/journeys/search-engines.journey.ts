import { findAll } from 'domutils';
import { parseDocument } from 'htmlparser2';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedAuthor } from '#database/seed/author.ts';
import { readSeedData } from '#database/seed.ts';
import { defaultLocale, type Locale, locales, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { connectBrowser } from '#test/support/browser-page.ts';
import { readPage, readSitemap, type SitemapEntry } from '#test/support/read-page.ts';
import { type RunningApp, startApp } from '#test/support/start-app.ts';
import { authorPath, blogPostPath, categoryPath, publicPages, tagPath } from '#web/paths.ts';

/** The configured public origin; the process listens on another one. */
const publicOrigin = 'https://unspool.example';

/** The first start renders every cover in all sizes. */
const firstSeedMs = 300_000;

const seed = await readSeedData('demo', Date.now());
const toPostUrl = (locale: Locale, slug: string) => publicOrigin + localizedPath(locale, blogPostPath(slug));
/** The post URLs of each article. */
const articles = seed.articles.map((article) =>
  article.posts.map(({ locale, slug }) => ({
    locale: locale as Locale,
    url: toPostUrl(locale as Locale, slug),
  })),
);
/** The pages of the category, the tags and the author of each post. */
const listUrls = new Set(
  seed.articles.flatMap(({ category, tags, posts }) =>
    posts.flatMap(({ locale }) =>
      [categoryPath(category), ...tags.map(tagPath), authorPath(seedAuthor.slug)].map(
        (path) => publicOrigin + localizedPath(locale as Locale, path),
      ),
    ),
  ),
);
const listPostUrls = (locale: Locale) =>
  articles.flatMap((posts) => posts.filter((post) => post.locale === locale)).map(({ url }) => url);

let app: RunningApp;
let browser: Browser;
let xmlPage: Page;
/** Entries of all sitemaps by URL. */
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

/** Pages are fetched once and shared between tests. */
const pages = new Map<string, ReturnType<typeof readPage>>();
function readOnce(path: string): ReturnType<typeof readPage> {
  const promise = pages.get(path) ?? readPage(app.origin, path);
  pages.set(path, promise);
  return promise;
}

afterAll(async () => {
  await browser?.close();
  await app?.[Symbol.asyncDispose]();
});

const toPath = (url: string) => url.slice(publicOrigin.length);

test('the sitemaps list exactly the pages and seeded posts in every language', () => {
  expect(sitemap.size).toBe(publicPages.length * locales.length + articles.flat().length + listUrls.size);
  const isList = (url: string) => /\/blog\/[^/]+\/./.test(url);
  expect([...sitemap.keys()].filter(isList).sort()).toEqual([...listUrls].sort());
  const listed = [...sitemap.keys()].filter((url) => /\/blog\/./.test(url) && !isList(url));
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

test('head, sitemap and language menu of every post list the same translations', async () => {
  const sizes = new Set<number>();
  for (const posts of articles) {
    const english = posts.find(({ locale }) => locale === defaultLocale);
    const cluster = [
      ...posts.map(({ locale, url }) => ({ hrefLang: localeTags[locale], url })),
      { hrefLang: 'x-default', url: english?.url ?? 'every seed article is in English' },
    ].sort(byLanguage);
    sizes.add(cluster.length);
    for (const { locale, url } of posts) {
      const page = await readOnce(toPath(url));
      expect(page.status, url).toBe(200);
      expect(page.canonicals, url).toEqual([url]);
      expect([...page.alternates].sort(byLanguage), url).toEqual(cluster);
      expect(sitemap.get(url)?.alternates, url).toEqual(page.alternates);
      for (const other of locales.filter((language) => language !== locale)) {
        const expectedUrl =
          posts.find((post) => post.locale === other)?.url ?? publicOrigin + localizedPath(other, '/blog');
        const links = page.languageLinks.filter(({ hrefLang }) => hrefLang === localeTags[other]);
        const hrefs = links.map((link) => new URL(link.url ?? '', publicOrigin).href);
        expect(new Set(hrefs), `${url} offers ${other}`).toEqual(new Set([expectedUrl]));
      }
      expect(page.metasNamed('og:locale:alternate').length, url).toBe(posts.length - 1);
    }
  }
  // Two languages plus x-default, and all ten plus x-default.
  expect([...sizes]).toEqual(expect.arrayContaining([3, 11]));
});

test('every post has structured data and an existing share image', async () => {
  const imagePaths = new Set<string>();
  for (const { locale, url } of articles.flat()) {
    const { metas, structuredData, titles, feeds } = await readOnce(toPath(url));
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
    imagePaths.add(toPath(metas['og:image'] ?? ''));
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
  expect(imagePaths.size).toBe(articles.length);
  for (const path of imagePaths) {
    const response = await fetch(app.origin + path);
    expect([response.status, response.headers.get('content-type')], path).toEqual([200, 'image/jpeg']);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  }
});

// In `translate.journey.ts`, the feeds of every language list a new post.
test.each(['en', 'th', 'zh'] as const)(
  'the feeds in %s are valid, newest first, and contain only posts in that language',
  async (locale) => {
    const expected = listPostUrls(locale).slice(0, 20);
    const toPublicUrl = (path: string) => publicOrigin + localizedPath(locale, path);
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
    expect(atom.self).toEqual([toPublicUrl('/atom.xml')]);
    expect(atom.links).toEqual(expected);
    expect(new Set(atom.ids).size).toBe(expected.length);
    const response = await fetch(app.origin + localizedPath(locale, '/feed.json'));
    expect(response.headers.get('content-type')).toMatch(/^application\/feed\+json/);
    const json = await response.json();
    expect(json).toMatchObject({ language: localeTags[locale], feed_url: toPublicUrl('/feed.json') });
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
      const urls = elements.flatMap(({ attribs: { href, src } }) => [href, src]);
      expect(urls.filter((url) => url && !/^(https?|mailto):/.test(url))).toEqual([]);
    }
  },
);

test('feeds and sitemaps have ETags and can be cached by shared caches for minutes', async () => {
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
    // The sitemap index fits into one packet.
    expect(first.headers.get('content-encoding'), path).toBe(path === '/sitemap.xml' ? null : 'br');
    const etag = first.headers.get('etag') ?? '';
    expect(etag, path).toMatch(/^(W\/)?"/);
    const again = await fetch(app.origin + path, { headers: { ...headers, 'if-none-match': etag } });
    expect(again.status, path).toBe(304);
  }
});

test('each translation has a share card; a former slug redirects to it', async () => {
  const tags = new Set<string | null>();
  for (const { locale, url } of articles[0] ?? []) {
    const slug = url.slice(url.lastIndexOf('/') + 1);
    const response = await fetch(`${app.origin}/og/blog/${locale}/${slug}.png`);
    const png = Buffer.from(await response.arrayBuffer());
    expect([response.status, png.readUInt32BE(16), png.readUInt32BE(20)], url).toEqual([200, 1200, 630]);
    tags.add(response.headers.get('etag'));
  }
  expect(tags.size).toBe(articles[0]?.length);
  const former = await fetch(`${app.origin}/og/blog/en/how-to-save-a-threads-video.png`, {
    redirect: 'manual',
  });
  expect(former.status).toBe(301);
  expect(former.headers.get('location')).toBe('/og/blog/en/save-a-threads-video.png');
});

test('head and sitemap agree on the pages of categories, tags and authors', async () => {
  const urls = [...listUrls].filter((url) => /\/(th\/)?blog\/(author|category|tag)\/[^/]*$/.test(url));
  expect(urls.length).toBeGreaterThan(20);
  for (const url of urls.filter((url, index) => index % 5 === 0 || url.includes('/author/'))) {
    const { status, canonicals, alternates } = await readOnce(toPath(url));
    expect(status, url).toBe(200);
    expect(canonicals, url).toEqual([url]);
    expect(sitemap.get(url)?.alternates, url).toEqual(alternates);
  }
});

test('head, sitemap and language menu agree on every page in every language', async () => {
  const checkedUrls: string[] = [];
  for (const locale of locales) {
    for (const page of publicPages) {
      const path = localizedPath(locale, page);
      const url = publicOrigin + path;
      const { status, canonicals, alternates, languageLinks } = await readOnce(path);
      expect(status, path).toBe(200);
      expect(canonicals, path).toEqual([url]);
      expect(alternates, path).toContainEqual({ hrefLang: localeTags[locale], url });
      expect(alternates, path).toContainEqual({ hrefLang: 'x-default', url: publicOrigin + page });
      expect(alternates.length, path).toBe(11);
      expect(sitemap.get(url)?.alternates, path).toEqual(alternates);
      for (const alternate of alternates.slice(0, 10)) {
        const links = languageLinks.filter((link) => link.hrefLang === alternate.hrefLang);
        const hrefs = links.map((link) => new URL(link.url ?? '', publicOrigin).href);
        // The page's own language may be plain text instead of a link.
        if (alternate.url === url && hrefs.length === 0) continue;
        expect(new Set(hrefs), `${path} offers ${alternate.hrefLang}`).toEqual(new Set([alternate.url]));
      }
      checkedUrls.push(url);
    }
  }
  expect(new Set(checkedUrls).size).toBe(publicPages.length * locales.length);
});

test('every page has Open Graph metadata and structured data', async () => {
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

test('each language has its own share image of the declared size, with an ETag', async () => {
  const tags = new Set<string | null>();
  for (const locale of locales) {
    const response = await fetch(`${app.origin}/og/${locale}.png`);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const png = Buffer.from(await response.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    const tag = response.headers.get('etag') ?? '';
    tags.add(tag);
    const again = await fetch(`${app.origin}/og/${locale}.png`, { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
  }
  expect(tags.size).toBe(10);
});

test('unknown files return 404', async () => {
  for (const path of [
    ...['/sitemap-xx.xml', '/sitemap-en-2.xml', '/xx/feed.xml', '/Feed.xml', '/feed', '/xx/llms.txt'],
    ...['/og/xx.png', '/og/', '/og/blog/en/nothing.png', '/og/blog/xx/nothing.png'],
  ]) {
    expect((await fetch(app.origin + path)).status, path).toBe(404);
  }
});

function byLanguage(
  alternate: { hrefLang?: string | undefined },
  other: { hrefLang?: string | undefined },
): number {
  return (alternate.hrefLang ?? '').localeCompare(other.hrefLang ?? '');
}

/** Parses a feed with the browser's XML parser; returns the href or text of each selector's matches. */
async function readXml<Name extends string>(path: string, type: string, selectors: Record<Name, string>) {
  const response = await fetch(app.origin + path);
  expect(response.headers.get('content-type'), path).toContain(type);
  expect(response.headers.get('access-control-allow-origin'), path).toBe('*');
  const found = await xmlPage.evaluate(
    ([xml, selectorsByName]) => {
      const feed = new DOMParser().parseFromString(xml, 'application/xml');
      const read = (selector: string) =>
        [...feed.querySelectorAll(selector)].map(
          (element) => element.getAttribute('href') ?? element.textContent ?? '',
        );
      return {
        errors: read('parsererror'),
        language: feed.documentElement.getAttribute('xml:lang'),
        read: Object.fromEntries(
          Object.entries(selectorsByName).map(([name, selector]) => [name, read(selector)]),
        ),
      };
    },
    [await response.text(), selectors as Record<string, string>] as const,
  );
  expect(found.errors, path).toEqual([]);
  return { ...(found.read as Record<Name, string[]>), lang: found.language };
}
