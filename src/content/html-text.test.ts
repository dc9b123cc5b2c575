import { expect, test } from 'vitest';
import { htmlToSearchText, isEmptyHtml } from './html-text.ts';

test('text is joined across inline tags, entities and white space but not across paragraphs', () => {
  const text = htmlToSearchText([
    '<p>A <strong>good</strong>\n picture &amp; a&nbsp;<a href="/x">link</a></p><p>And more</p>',
    '<img src="/a.jpg" alt="A tree">',
    'A title',
  ]);
  expect(text).toContain('A good picture & a link');
  expect(text).toContain('A tree');
  expect(text).toContain('A title');
  expect(text).not.toContain('linkAnd');
});

test.each([
  '<dl><dt>one</dt><dd>two</dd></dl>',
  '<details><summary>one</summary>two</details>',
  '<p>one</p><aside class="callout-tip"><p>two</p></aside>',
  '<table><caption>one</caption><tbody><tr><td>two</td></tr></tbody></table>',
  'one<br>two',
])('words of two blocks stay two words: %s', (html) => {
  expect(htmlToSearchText([html]).trim()).toBe('one two');
});

test.each([
  '',
  '<p></p>',
  '<p> &nbsp;<br>\u00a0</p><ul><li></li></ul>',
  '<aside class="callout-tip"></aside>',
])('a text without anything to see is empty: %j', (html) => expect(isEmptyHtml(html)).toBe(true));

test.each([
  '<p>a</p>',
  '<p><img src="/a.webp" alt=""></p>',
  '<hr>',
  '<table><tbody><tr><td></td></tr></tbody></table>',
])('a text with words, an image, a line or a table is not empty: %j', (html) =>
  expect(isEmptyHtml(html)).toBe(false),
);
