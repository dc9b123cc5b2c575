import { expect, test } from 'vitest';
import { readSeedData } from '#database/seed.ts';
import { locales } from '#i18n/locales.ts';
import { plainText, sanitizeContent } from './sanitize-content.ts';

test.each([
  ['<mark>a</mark> <kbd>Ctrl</kbd> <cite>B</cite>', '<p><mark>a</mark> <kbd>Ctrl</kbd> <cite>B</cite></p>'],
  [
    '<abbr title="&quot;Hyper&quot; &lt;Text&gt;" lang="en">HTML</abbr> <abbr>X</abbr>',
    '<p><abbr title="&quot;Hyper&quot; &lt;Text&gt;" lang="en">HTML</abbr> <abbr>X</abbr></p>',
  ],
  ['<kbd><kbd>Ctrl</kbd>+<kbd>C</kbd></kbd>', '<p><kbd>Ctrl+C</kbd></p>'],
  ['<mark><p>a</p><p>b</p></mark>', '<p><mark>a</mark></p><p><mark>b</mark></p>'],
  [
    '<time datetime="2026-11-23T10:30Z">a</time> <time> 10:30 </time>',
    '<p><time datetime="2026-11-23T10:30Z">a</time> <time datetime="10:30"> 10:30 </time></p>',
  ],
  ['<time datetime="soon">2026</time>', '<p><time datetime="2026">2026</time></p>'],
  ['<time>now</time> <time><b>2026</b></time>', '<p>now <strong>2026</strong></p>'],
])('the meaning of a phrase stays: %s', (html, expected) => {
  expect(sanitizeContent(html)).toBe(expected);
});

const pair = (base: string, reading: string) => `${base}<rp>(</rp><rt>${reading}</rt><rp>)</rp>`;

test.each([
  ['<ruby>漢<rt>kan</rt></ruby>', `<p><ruby>${pair('漢', 'kan')}</ruby></p>`, '漢(kan)'],
  [
    '<ruby lang="ja">漢<rp>【</rp><rt lang="ja-Latn">kan<rp>】</rp>字<rt>ji</ruby>は',
    `<p><ruby lang="ja">漢<rp>(</rp><rt lang="ja-Latn">kan</rt><rp>)</rp>${pair('字', 'ji')}</ruby>は</p>`,
    '漢(kan)字(ji)は',
  ],
  ['<ruby><rb>漢<rb>字<rt>kan<rt>ji</ruby>', `<p><ruby>${pair('漢字', 'kan ji')}</ruby></p>`, '漢字(kan ji)'],
  [
    '<ruby><b>漢<rt>k<i>a</i></b></ruby>',
    `<p><ruby>${pair('<strong>漢</strong>', '<strong>k<em>a</em></strong>')}</ruby></p>`,
    '漢(ka)',
  ],
  [
    '<a href="/x">a <ruby>漢<rt>kan</ruby></a>',
    `<p><a href="/x">a <ruby>${pair('漢', 'kan')}</ruby></a></p>`,
    'a 漢(kan)',
  ],
  [
    '<ruby><ruby>漢<rt>kan</ruby><rt>Han</ruby>',
    `<p><ruby>${pair('漢', 'kan Han')}</ruby></p>`,
    '漢(kan Han)',
  ],
  ['<ruby><rt>kan</rt>漢</ruby> <ruby>字</ruby> <rt>ji</rt>', '<p>kan漢 字 ji</p>', 'kan漢 字 ji'],
  ['<ruby>漢<p>b</p><rt>kan</rt></ruby>', '<p>漢</p><p>b</p><p>kan</p>', '漢\nb\nkan'],
  ['<ruby>漢<rt> </rt>字</ruby>', '<p>漢 字</p>', '漢 字'],
  ['<pre><ruby>漢<rt>kan</ruby>\nb</pre>', '<pre>漢(kan)\nb</pre>', '漢(kan)\nb'],
])('a reading stays with its word, but apart from it in plain text: %s', (html, expected, text) => {
  expect(sanitizeContent(html)).toBe(expected);
  expect(plainText(expected)).toBe(text);
});

test.each([
  [
    '<details open="x" name="y"><summary><h3>A</h3> <b>b</b></summary>c<p>d</p></details>',
    '<details open><summary>A <strong>b</strong></summary><p>c</p><p>d</p></details>',
  ],
  ['<details><summary>a</summary></details>', '<details><summary>a</summary></details>'],
  [
    '<details><p>b</p><summary>a</summary><summary>c</summary></details>',
    '<details><summary>a</summary><p>b</p><p>c</p></details>',
  ],
  [
    '<details><summary>a</summary><details><summary>b</summary><ul><li>c</li></ul></details></details>',
    '<details><summary>a</summary><details><summary>b</summary><ul><li>c</li></ul></details></details>',
  ],
  ['<details>a<p>b</p></details>', '<p>a</p><p>b</p>'],
  ['<details><summary> </summary>b</details>', '<p>b</p>'],
  ['<table><tr><th><details><summary>a</summary>b</details></table>', null],
])('details always have a summary first: %s', (html, expected) => {
  expect(sanitizeContent(html)).toBe(
    expected ?? '<table><tbody><tr><th scope="col"><p>a</p><p>b</p></th></tr></tbody></table>',
  );
});

test.each([
  [
    '<dl><dt>A<dt>B<dd>a<p>b</p><dd><ul><li>c</ul></dl>',
    '<dl><dt>A</dt><dt>B</dt><dd>a<p>b</p></dd><dd><ul><li>c</li></ul></dd></dl>',
  ],
  [
    '<dl lang="de"><div><dt><b>A</b><dd>a</div><div><dt>B<dd lang="en">b</div></dl>',
    '<dl lang="de"><dt><strong>A</strong></dt><dd>a</dd><dt>B</dt><dd lang="en">b</dd></dl>',
  ],
  ['<dl><dt>A<dd><dl><dt>B<dd>b</dl></dl>', '<dl><dt>A</dt><dd><dl><dt>B</dt><dd>b</dd></dl></dd></dl>'],
  ['<dl><dd>a<p>b</p><dt>T<dd>d<dt>E</dl>', '<p>a</p><p>b</p><dl><dt>T</dt><dd>d</dd></dl><p>E</p>'],
  ['<dl><dt>A</dt>x<p>y</p><dt>B<dd>b</dl>', '<dl><dt>A</dt><dd>x<p>y</p></dd><dt>B</dt><dd>b</dd></dl>'],
  ['<dl><dt>A<dd><dt><dd>b<dt><dd></dl>', '<dl><dt>A</dt><dd></dd><dt></dt><dd>b</dd></dl>'],
  ['<dl><dt>A<dt><dd>b<dd></dl>', '<dl><dt>A</dt><dd>b</dd></dl>'],
  ['<dl><dt>a</dt></dl><dl>b</dl><dl><dd> </dl>', '<p>a</p><p>b</p>'],
])('each term has a description: %s', (html, expected) => {
  expect(sanitizeContent(html)).toBe(expected);
});

const image = '<img src="/files/0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d/480.webp" alt="A">';

test.each([
  [
    'a caption stays first behind blanks, and a second one is a line of the figure',
    `<figure> <figcaption>a</figcaption>${image}<figcaption>b</figcaption></figure>`,
    `<figure><figcaption>a</figcaption>${image}<p>b</p></figure>`,
  ],
  [
    'a caption between others comes last',
    `<figure>x<figcaption>a</figcaption>${image}</figure>`,
    `<figure>x${image}<figcaption>a</figcaption></figure>`,
  ],
  [
    'an empty caption is none',
    `<figure>${image}<figcaption></figcaption></figure>`,
    `<figure>${image}</figure>`,
  ],
  [
    'the caption of nothing is a text of its own',
    '<figure><figcaption><p>a</p><p>b</p></figcaption></figure>',
    '<p>a</p><p>b</p>',
  ],
  ['a figure of nothing is none', '<figure> </figure>', ''],
  ['an item keeps its language', '<ul> <li lang="de">a</li></ul>', '<ul><li lang="de">a</li></ul>'],
  ['an empty item is none', '<ul><li>a</li><li> </li></ul>', '<ul><li>a</li></ul>'],
  ['blocks without an item are one', '<ul><p>a</p><p>b</p></ul>', '<ul><li><p>a</p><p>b</p></li></ul>'],
  [
    'bare lines of an item do not run into one',
    '<ul><li>a<br><div>b</div>c<div>d</div></li></ul>',
    '<ul><li>a<p>b</p>c<p>d</p></li></ul>',
  ],
  [
    'an item without a list is a paragraph in its language and direction',
    '<li lang="de" dir="rtl">a</li>',
    '<p lang="de" dir="rtl">a</p>',
  ],
  [
    'the language of a division goes to its words',
    '<div lang="de">a</div>',
    '<p><span lang="de">a</span></p>',
  ],
  [
    'a block ends a paragraph and its language',
    '<p lang="de">a<blockquote>b</blockquote>c</p>',
    '<p lang="de">a</p><blockquote><p>b</p></blockquote><p>c</p>',
  ],
  [
    'a list parts a heading in two',
    '<h2>a<ul><li>b</li></ul>c</h2>',
    '<h2>a</h2><ul><li>b</li></ul><h2>c</h2>',
  ],
  [
    'a paragraph in a heading is one more heading',
    '<h2 lang="de">a<p>b</p></h2>',
    '<h2 lang="de">a</h2><h2 lang="de">b</h2>',
  ],
  ['spaces are one', 'a   b', '<p>a b</p>'],
  [
    'a quotation has paragraphs, an empty one is none',
    '<blockquote>a<p>b</p></blockquote><blockquote> </blockquote>',
    '<blockquote><p>a</p><p>b</p></blockquote>',
  ],
  [
    'preformatted lines lose the spaces at their ends alone',
    '<pre>a  \n  b\t\n\n</pre><pre> \n </pre><pre><b> </b></pre>',
    '<pre>a\n  b\n\n</pre>',
  ],
])('%s', (_, html, expected) => {
  expect(sanitizeContent(html)).toBe(expected);
});

test('blocks are nested at most twelve levels deep', () => {
  const nested = (depth: number) => `${'<blockquote>'.repeat(depth)}<p>a</p>${'</blockquote>'.repeat(depth)}`;
  expect(sanitizeContent(nested(12))).toBe(nested(12));
  expect(sanitizeContent(nested(13))).toBe(nested(12));
});

test('the seed articles in all ten languages stay unchanged when they are saved again', async () => {
  const { articles } = await readSeedData('demo', 0);
  const posts = articles.flatMap((article) => article.posts);
  expect(new Set(posts.map(({ locale }) => locale))).toEqual(new Set(locales));
  for (const { content } of posts) {
    const stored = sanitizeContent(content);
    expect(sanitizeContent(stored)).toBe(stored);
  }
});
