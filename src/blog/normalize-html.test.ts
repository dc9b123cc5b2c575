import { expect, test } from 'vitest';
import { readSeedData } from '#database/seed.ts';
import { locales } from '#i18n/locales.ts';
import { sanitizeContent } from './sanitize-content.ts';

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
