import { getAttributeValue, getElementsByTagName, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { serverTranslator } from '#i18n/server-translator.ts';
import { writeFeed } from './feed.ts';
import { type FeedFormat, feedFormats } from './feed-addresses.ts';
import { examplePost } from './fixtures/example-post.ts';

const publicOrigin = 'https://unspool.example';
const hostile = 'A & B <i> ]]> ]]> "\u0000\u000b';
const posts = [
  examplePost({
    locale: 'zh',
    slug: '保存',
    title: hostile,
    excerpt: hostile,
    content: '<p><a href="/zh/about">关于</a> ]]&gt; <img src="/files/a/480.webp" alt="]]> ]]>"></p>',
    featured_image_url: '/files/b/2000.webp',
    category: {
      ...{ id: '1', slug: 'a', color: '#000000', description: null },
      name: '<b>&',
      created_at: '',
    },
  }),
  examplePost({
    locale: 'zh',
    slug: 'second',
    content: '',
    excerpt: '',
    updated_at: '2026-01-01T00:00:00.000Z',
    category: {
      ...{ id: '2', slug: 'films', color: '#000000', description: null },
      name: 'Video',
      created_at: '',
    },
  }),
];
const write = (format: FeedFormat, given = posts) =>
  writeFeed(format, { t: serverTranslator('zh'), publicOrigin, posts: given });
const parse = (xml: string) => parseDocument(xml, { xmlMode: true });
const textsOf = (xml: string, name: string) => getElementsByTagName(name, parse(xml)).map(textContent);
const postUrl = `${publicOrigin}/zh/blog/%E4%BF%9D%E5%AD%98`;

test('RSS has each post whole, in its language, with absolute addresses', () => {
  const xml = write('rss');
  expect(textsOf(xml, 'language')).toEqual(['zh-Hans']);
  expect(textsOf(xml, 'link')).toEqual([
    `${publicOrigin}/zh/blog`,
    postUrl,
    `${publicOrigin}/zh/blog/second`,
  ]);
  expect(textsOf(xml, 'pubDate')[0]).toBe('Fri, 02 Jan 2026 00:00:00 GMT');
  expect(textsOf(xml, 'lastBuildDate')).toEqual(['Tue, 03 Feb 2026 00:00:00 GMT']);
  const [content = ''] = textsOf(xml, 'content:encoded');
  expect(content).toContain(`<a href="${publicOrigin}/zh/about">`);
  expect(content).toContain(`src="${publicOrigin}/files/a/480.webp"`);
  const [self] = getElementsByTagName('atom:link', parse(xml));
  expect(self && getAttributeValue(self, 'href')).toBe(`${publicOrigin}/zh/feed.xml`);
  const [picture] = getElementsByTagName('enclosure', parse(xml));
  expect(picture?.attribs).toEqual({
    url: `${publicOrigin}/files/b/2000.webp`,
    length: '0',
    type: 'image/webp',
  });
  expect(textsOf(xml, 'category').slice(0, 2)).toEqual(['<b>&', 'Video']);
});

test('Atom names its entries by what never changes, and tells its language', () => {
  const xml = write('atom');
  const [feed] = getElementsByTagName('feed', parse(xml));
  expect(feed && getAttributeValue(feed, 'xml:lang')).toBe('zh-Hans');
  expect(textsOf(xml, 'id')).toEqual([
    `${publicOrigin}/zh/atom.xml`,
    'urn:uuid:4f3f2a52-0000-4000-8000-000000000001',
    'urn:uuid:4f3f2a52-0000-4000-8000-000000000001',
  ]);
  expect(textsOf(xml, 'updated')[0]).toBe('2026-02-03T00:00:00.000Z');
  expect(textsOf(xml, 'title')[1]).toMatch(/^A &amp; B &lt;i&gt; /);
  expect(textsOf(xml, 'name')).toEqual(['Unspool']);
  const places = getElementsByTagName('link', parse(xml)).map((link) => getAttributeValue(link, 'href'));
  expect(places.slice(0, 3)).toEqual([`${publicOrigin}/zh/blog`, `${publicOrigin}/zh/atom.xml`, postUrl]);
});

test('JSON Feed is of the version that knows languages', () => {
  const feed = JSON.parse(write('json'));
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    language: 'zh-Hans',
    feed_url: `${publicOrigin}/zh/feed.json`,
    home_page_url: `${publicOrigin}/zh/blog`,
    authors: [{ name: 'Unspool' }],
  });
  expect(feed.items[0]).toMatchObject({
    url: postUrl,
    image: `${publicOrigin}/files/b/2000.webp`,
    date_published: '2026-01-02T00:00:00.000Z',
    date_modified: '2026-02-03T00:00:00.000Z',
    tags: ['<b>&', 'Video'],
  });
  // Category and tag of the same name.
  expect(feed.items[1].tags).toEqual(['Video']);
  expect(feed.items[1]).toMatchObject({ content_html: '', date_modified: '2026-01-02T00:00:00.000Z' });
});

test.each(['rss', 'atom'] as const)('no text breaks the XML of %s', (format) => {
  const xml = write(format);
  const outside = xml.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');
  expect(outside).not.toContain(']]>');
  expect(outside).not.toMatch(/&(?!(amp|lt|gt|quot);)|"[^"<>]*<[^"<>]*"/);
  for (const refused of ['\u0000', '\u000b']) expect(xml.includes(refused)).toBe(false);
});

test.each(feedFormats)('%s is the same for the same posts, and stands without any', (format) => {
  expect(write(format)).toBe(write(format));
  expect(write(format, [])).toBe(write(format, []));
  expect(write(format, []).length).toBeGreaterThan(200);
});
