import { getAttributeValue, getElementsByTagName, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import type { ListQuery } from '#blog/contract.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { type FeedFormat, feedFormats } from '../../seo/feed-formats.ts';
import { examplePost } from '../../seo/fixtures/example-post.ts';
import { absolutizeUrls, listNewestTranslated, renderFeed } from './feed.ts';

const publicOrigin = 'https://unspool.example';
const hostile = 'A & B <i> ]]> ]]> "\u0000\u000b';
const category = { id: '1', slug: 'a', color: '#000000', description: null, created_at: '' };
const posts = [
  examplePost({
    locale: 'zh',
    slug: '保存',
    title: hostile,
    excerpt: hostile,
    content: '<p><a href="/zh/about">关于</a> ]]&gt; <img src="/files/a/480.webp" alt="]]> ]]>"></p>',
    featured_image_url: '/files/b/2000.webp',
    category: { ...category, name: '<b>&' },
  }),
  examplePost({
    locale: 'zh',
    slug: 'second',
    content: '',
    excerpt: '',
    updated_at: '2026-01-01T00:00:00.000Z',
    category: { ...category, name: 'Video' },
  }),
];
const render = (format: FeedFormat, feedPosts = posts) =>
  renderFeed(format, { t: serverTranslator('zh'), publicOrigin, posts: feedPosts });
const parse = (xml: string) => parseDocument(xml, { xmlMode: true });
const getTexts = (xml: string, name: string) => getElementsByTagName(name, parse(xml)).map(textContent);
const postUrl = `${publicOrigin}/zh/blog/%E4%BF%9D%E5%AD%98`;

test('blocks of a post are plain HTML with absolute URLs', () => {
  const content =
    '<figure class="threads-post"><blockquote><p>a</p></blockquote><figcaption><a href="https://www.threads.com/@a/post/b">A</a></figcaption></figure>' +
    '<figure class="embed"><a href="https://vimeo.com/1">A film</a></figure>' +
    '<figure class="download-field"><a href="/zh">Save</a></figure>' +
    '<figure class="clip"><a href="/files/a/clip.mp4">A walk</a></figure>' +
    '<figure class="gallery"><figure><img src="/files/a/480.webp" alt="b"></figure></figure>';
  for (const format of feedFormats) {
    const feed = render(format, [examplePost({ locale: 'zh', content })]);
    const html = format === 'json' ? JSON.parse(feed).items[0].content_html : feed;
    expect(html).toContain('<blockquote><p>a</p></blockquote>');
    expect(html).toContain('<a href="https://vimeo.com/1">A film</a>');
    expect(html).toContain(`<a href="${publicOrigin}/zh">Save</a>`);
    expect(html).toContain(`<a href="${publicOrigin}/files/a/clip.mp4">A walk</a>`);
    expect(html).toContain(`src="${publicOrigin}/files/a/480.webp"`);
    expect(html).not.toMatch(/<(?:iframe|form|script)/);
  }
});

test("RSS has each post's full text, its language and absolute URLs", () => {
  const xml = render('rss');
  expect(getTexts(xml, 'language')).toEqual(['zh-Hans']);
  expect(getTexts(xml, 'link')).toEqual([
    `${publicOrigin}/zh/blog`,
    postUrl,
    `${publicOrigin}/zh/blog/second`,
  ]);
  expect(getTexts(xml, 'pubDate')[0]).toBe('Fri, 02 Jan 2026 00:00:00 GMT');
  expect(getTexts(xml, 'lastBuildDate')).toEqual(['Tue, 03 Feb 2026 00:00:00 GMT']);
  const [content = ''] = getTexts(xml, 'content:encoded');
  expect(content).toContain(`<a href="${publicOrigin}/zh/about">`);
  expect(content).toContain(`src="${publicOrigin}/files/a/480.webp"`);
  const [self] = getElementsByTagName('atom:link', parse(xml));
  expect(self && getAttributeValue(self, 'href')).toBe(`${publicOrigin}/zh/feed.xml`);
  const [enclosure] = getElementsByTagName('enclosure', parse(xml));
  expect(enclosure?.attribs).toEqual({
    url: `${publicOrigin}/files/b/2000.webp`,
    length: '0',
    type: 'image/webp',
  });
  expect(getTexts(xml, 'category').slice(0, 2)).toEqual(['<b>&', 'Video']);
});

test('Atom has stable entry ids and a language', () => {
  const xml = render('atom');
  const [feed] = getElementsByTagName('feed', parse(xml));
  expect(feed && getAttributeValue(feed, 'xml:lang')).toBe('zh-Hans');
  expect(getTexts(xml, 'id')).toEqual([
    `${publicOrigin}/zh/atom.xml`,
    'urn:uuid:4f3f2a52-0000-4000-8000-000000000001',
    'urn:uuid:4f3f2a52-0000-4000-8000-000000000001',
  ]);
  expect(getTexts(xml, 'updated')[0]).toBe('2026-02-03T00:00:00.000Z');
  expect(getTexts(xml, 'title')[1]).toMatch(/^A &amp; B &lt;i&gt; /);
  expect(getTexts(xml, 'name')).toEqual(['Unspool']);
  const hrefs = getElementsByTagName('link', parse(xml)).map((link) => getAttributeValue(link, 'href'));
  expect(hrefs.slice(0, 3)).toEqual([`${publicOrigin}/zh/blog`, `${publicOrigin}/zh/atom.xml`, postUrl]);
});

test('JSON Feed has version 1.1 with a language', () => {
  const feed = JSON.parse(render('json'));
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
  // Its category and its tag have the same name.
  expect(feed.items[1].tags).toEqual(['Video']);
  expect(feed.items[1]).toMatchObject({ content_html: '', date_modified: '2026-01-02T00:00:00.000Z' });
});

test.each(feedFormats)('%s keeps semantic elements, and in-page links lead to the page', (format) => {
  const content =
    '<h2 id="s-two">二</h2><p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> <mark>a</mark> <abbr title="B &quot;c&quot;">b</abbr> <time datetime="2026">c</time> <kbd>d</kbd> <cite>e</cite></p>' +
    '<details open><summary>f</summary><p>g</p></details><dl><dt>h</dt><dd>i</dd></dl><p><a href="#s-two">j</a></p>';
  const output = render(format, [examplePost({ locale: 'zh', slug: '保存', content })]);
  const [found] =
    format === 'json'
      ? [JSON.parse(output).items[0].content_html]
      : getTexts(output, format === 'rss' ? 'content:encoded' : 'content');
  expect(found).toBe(content.replace('href="#', `href="${postUrl}#`));
});

test.each(['rss', 'atom'] as const)('hostile text does not break the XML of %s', (format) => {
  const xml = render(format);
  const outside = xml.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');
  expect(outside).not.toContain(']]>');
  expect(outside).not.toMatch(/&(?!(amp|lt|gt|quot);)|"[^"<>]*<[^"<>]*"/);
  for (const character of ['\u0000', '\u000b']) expect(xml.includes(character)).toBe(false);
});

test.each(feedFormats)('%s shows a title and an excerpt with markup as they were written', (format) => {
  const text = 'a ]]> b ]]> <b>c</b> ]]&gt; & &amp; "d"';
  const output = render(format, [examplePost({ locale: 'zh', title: text, excerpt: text })]);
  const readHtml = (html = '') => textContent(parseDocument(html));
  if (format === 'json') {
    expect(JSON.parse(output).items[0]).toMatchObject({ title: text, summary: text });
  } else {
    const [, title = ''] = getTexts(output, 'title');
    expect(format === 'rss' ? title : readHtml(title)).toBe(text);
    expect(readHtml(getTexts(output, format === 'rss' ? 'description' : 'summary').at(-1))).toBe(text);
  }
});

test.each(feedFormats)('%s output is deterministic and valid without posts', (format) => {
  expect(render(format)).toBe(render(format));
  expect(render(format, [])).toBe(render(format, []));
  expect(render(format, []).length).toBeGreaterThan(200);
});

test.each([
  ['<a href="/zh/blog/x">x</a>', '<a href="https://unspool.example/zh/blog/x">x</a>'],
  ['<a href="#part">x</a>', `<a href="${postUrl}#part">x</a>`],
  [
    '<a href="https://other.example/?a=1&amp;b=2">x</a>',
    '<a href="https://other.example/?a=1&amp;b=2">x</a>',
  ],
  ['<a href="mailto:a@b.example">x</a>', '<a href="mailto:a@b.example">x</a>'],
  ['<a href="http://[">x</a>', '<a href="http://[">x</a>'],
  ['<p lang="de">1 &lt; 2 &amp; 3</p>', '<p lang="de">1 &lt; 2 &amp; 3</p>'],
])('%s becomes %s', (html, absolute) => {
  expect(absolutizeUrls(html, postUrl)).toBe(absolute);
});

test('an image keeps its size and alt text but loses srcset and loading attributes', () => {
  const html =
    '<figure><img src="/files/a/1200.webp" srcset="/files/a/480.webp 480w" sizes="100vw" loading="lazy" decoding="async" width="1200" height="630" alt="A spool"></figure>';
  expect(absolutizeUrls(html, postUrl)).toBe(
    '<figure><img src="https://unspool.example/files/a/1200.webp" width="1200" height="630" alt="A spool"></figure>',
  );
});

test('untranslated posts are skipped, and no more pages than needed are read', async () => {
  const stored = Array.from({ length: 12 }, (_, index) =>
    examplePost({ slug: `post-${index}`, ...(index % 3 !== 2 && { text_locale: 'en' }) }),
  );
  const requestedPages: number[] = [];
  const blog = {
    async listPostsWithContent({ page, pageSize }: ListQuery) {
      requestedPages.push(page);
      return { posts: stored.slice((page - 1) * pageSize, page * pageSize), totalPosts: stored.length };
    },
  };
  const slugs = async (count: number) =>
    (await listNewestTranslated(blog, 'de', count)).map(({ slug }) => slug);
  expect(await slugs(2)).toEqual(['post-2', 'post-5']);
  expect(requestedPages.splice(0)).toEqual([1, 2, 3]);
  expect(await slugs(6)).toEqual(['post-2', 'post-5', 'post-8', 'post-11']);
  expect(requestedPages.splice(0)).toEqual([1, 2]);
});

test('an entry names its author in each format', () => {
  const author = { name: 'Mira & <L>', slug: 'mira', image_url: '/files/a/480.webp' };
  const byMira = [examplePost({ locale: 'zh', author }), examplePost({ locale: 'zh', content: '', author })];
  const url = `${publicOrigin}/zh/blog/author/mira`;
  const rss = render('rss', byMira);
  expect(getTexts(rss, 'dc:creator')).toEqual(['Mira & <L>', 'Mira & <L>']);
  expect(
    render('rss', byMira.slice(1)).match(/xmlns:dc="http:\/\/purl.org\/dc\/elements\/1.1\/"/g),
  ).toHaveLength(1);
  expect(rss.match(/xmlns:dc=/g)).toHaveLength(1);
  const [entry] = getElementsByTagName('entry', parse(render('atom', byMira)));
  const [atomAuthor] = entry ? getElementsByTagName('author', entry) : [];
  expect(atomAuthor && textContent(getElementsByTagName('name', atomAuthor))).toBe('Mira & <L>');
  expect(atomAuthor && textContent(getElementsByTagName('uri', atomAuthor))).toBe(url);
  const { items } = JSON.parse(render('json', byMira));
  expect(items[0].authors).toEqual([{ name: 'Mira & <L>', url, avatar: `${publicOrigin}/files/a/480.webp` }]);
  expect(items[0].author).toBe(undefined);
  expect(JSON.parse(render('json')).items[0].authors).toBe(undefined);
});
