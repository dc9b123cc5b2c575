import { expect, test } from 'vitest';
import { plainText, sanitizeContent } from '../sanitize-content.ts';

const question = (name: string, answer = `<p>${name}!</p>`) =>
  `<details><summary>${name}</summary>${answer}</details>`;

test.each([
  ['<aside class="callout-note"><p>a</p><ul><li>b</li></ul></aside>'],
  ['<aside class="callout-tip" lang="de"><p>a</p></aside>'],
  ['<aside class="callout-warning"><h3>a</h3><p>b</p></aside>'],
  ['<p><a class="button" href="/de/about">a &amp; b</a></p>'],
  ['<p lang="de"><a class="button" href="https://example.org/" target="_blank" rel="noopener">a</a></p>'],
  ['<ul><li>a<p><a class="button" href="/b">b</a></p></li></ul>'],
  [`<section class="faq">${question('a')}${question('b', '<ul><li>c</li></ul>')}</section>`],
  [`<section class="faq" lang="de">${question('a', '')}</section>`],
])('%s is stored unchanged', (html) => {
  expect(sanitizeContent(html)).toBe(html);
});

test.each([
  ['another class', '<aside class="callout-tip fixed inset-0"><p>a</p></aside>', '<p>a</p>'],
  ['no class', '<aside><p>a</p></aside>', '<p>a</p>'],
  ['an inherited property as a class', '<section class="constructor"><p>a</p></section>', '<p>a</p>'],
  [
    'attributes',
    '<aside class="callout-tip" id="main" role="alert" style="position:fixed" onclick="ran()"><p>a</p></aside>',
    '<aside class="callout-tip"><p>a</p></aside>',
  ],
  ['a callout without text', '<aside class="callout-tip"><p> </p></aside><p>a</p>', '<p>a</p>'],
  [
    'bare text in a callout',
    '<aside class="callout-tip">a<br>b</aside>',
    '<aside class="callout-tip"><p>a<br>b</p></aside>',
  ],
  [
    'a callout in a header cell',
    '<table><tr><th><aside class="callout-tip">a</aside></th><td>b</td></tr></table>',
    '<table><tbody><tr><th scope="row"><p>a</p></th><td>b</td></tr></tbody></table>',
  ],
  ['a button with a script', '<p><a class="button" href="javascript:ran()">a</a></p>', '<p>a</p>'],
  [
    'a button with another class',
    '<p><a class="button fixed" href="/b">a</a></p>',
    '<p><a href="/b">a</a></p>',
  ],
  [
    'markup in a button',
    '<p><a class="button" href="/b">a <em>b</em><br>c<script>ran()</script></a></p>',
    '<p><a class="button" href="/b">a b c</a></p>',
  ],
  [
    'a button around an image',
    '<p><a class="button" href="/b">a <img src="/files/0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d/480.webp"></a></p>',
    '<p><a href="/b">a <img src="/files/0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d/480.webp" alt=""></a></p>',
  ],
  [
    'a button in a sentence',
    '<p>a<a class="button" href="/b">b</a>c</p>',
    '<p>a</p><p><a class="button" href="/b">b</a></p><p>c</p>',
  ],
  [
    'a button in a summary',
    '<details><summary>a <a class="button" href="/b">b</a></summary><p>c</p></details>',
    '<details><summary>a <a href="/b">b</a></summary><p>c</p></details>',
  ],
  ['an FAQ without questions', '<section class="faq"><p>a</p></section>', '<p>a</p>'],
  [
    'an empty FAQ',
    '<section class="faq"><details><summary> </summary></details></section><p>a</p>',
    '<p>a</p>',
  ],
  [
    'text between questions',
    `<section class="faq">${question('a')}x<p>y</p>${question('b')}</section>`,
    `<section class="faq">${question('a')}</section><p>x</p><p>y</p><section class="faq">${question('b')}</section>`,
  ],
  [
    'questions in a container',
    `<section class="faq"><div>${question('a')}</div><div>${question('b')}</div></section>`,
    `<section class="faq">${question('a')}${question('b')}</section>`,
  ],
  ['another section', `<section>${question('a')}</section>`, question('a')],
])('%s: %s becomes %s', (_, html, stored) => {
  expect(sanitizeContent(html)).toBe(stored);
  expect(sanitizeContent(stored)).toBe(stored);
});

test('search and reading time count the text of the blocks, one line each', () => {
  const html =
    '<aside class="callout-tip"><p>a</p></aside><p><a class="button" href="/b">b</a></p><section class="faq"><details><summary>c</summary><p>d</p></details></section>';
  expect(plainText(html)).toBe('a\nb\nc\nd');
});
