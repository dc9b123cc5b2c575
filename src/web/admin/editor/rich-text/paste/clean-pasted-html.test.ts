import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanPastedHtml } from './clean-pasted-html.ts';

const folder = join(import.meta.dirname, '../fixtures');
const shapes = readdirSync(folder)
  .filter((name) => name.endsWith('.txt') && !name.endsWith('.cleaned.txt'))
  .map((name) => name.replace(/\.txt$/, ''));

/** One block per line, as in the fixtures. */
const inLines = (html: string) =>
  html.replace(
    /(<\/(?:p|h[1-4]|ul|ol|dl|details|table|figure|blockquote|pre)>|<hr>)(?=<(?:p|h[1-4]|ul|ol|dl|details|table|figure|blockquote|pre|hr)\b)/g,
    '$1\n',
  );

const topLevel = (html: string) => {
  let depth = 0;
  return inLines(html)
    .split('\n')
    .map((line) => {
      const before = depth;
      for (const [tag] of line.matchAll(/<\/?(?:li|td|th|dl|details|blockquote|figure)\b/g))
        depth += tag.startsWith('</') ? -1 : 1;
      return before === 0 ? `\n${line}` : line;
    })
    .join('')
    .trim();
};

test.each(shapes)('HTML copied from %s is cleaned', (name) => {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  expect(topLevel(cleanPastedHtml(read(`${name}.txt`)))).toBe(read(`${name}.cleaned.txt`).trim());
});

test('a few words stay inline, without a paragraph', () => {
  expect(cleanPastedHtml('<meta charset="utf-8"><span style="font-weight:700">two words</span>')).toBe(
    '<strong>two words</strong>',
  );
});

test.each([
  [
    'a <mark style="color:red">b</mark> <abbr title=" C  c ">c</abbr> <time datetime="2026-11-23">d</time> <time>2026</time> <cite>e</cite> <kbd>f <b>g</b></kbd>',
    'a <mark>b</mark> <abbr title="C c">c</abbr> <time datetime="2026-11-23">d</time> <time datetime="2026">2026</time> <cite>e</cite> <kbd>f </kbd><kbd><strong>g</strong></kbd>',
  ],
  [
    '<a href="https://a.example/">a <ruby>漢<rp>[</rp><rt>k<i>an</i></rt><rp>]</rp>字<rt>ji</ruby></a>',
    '<a href="https://a.example/" rel="noopener">a </a><a href="https://a.example/" rel="noopener"><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby></a>',
  ],
  [
    '<details open onclick="x"><summary><h3>a</h3></summary>b<details><summary>c</summary>d</details></details>',
    '<details open><summary>a</summary><p>b</p><details><summary>c</summary><p>d</p></details></details>',
  ],
  [
    '<dl><div><dt>a<dt><b>b</b><dd>c<ul><li>d</ul></div><dt>e<dd><p>f</p></dl>',
    '<dl><dt>a</dt><dt><strong>b</strong></dt><dd><p>c</p><ul><li><p>d</p></li></ul></dd><dt>e</dt><dd><p>f</p></dd></dl>',
  ],
])('semantic elements of another site stay: %s', (html, cleaned) => {
  expect(cleanPastedHtml(html)).toBe(cleaned);
});

test.each([
  ['<li>a</li><li>b</li>', '<ul><li>a</li><li>b</li></ul>'],
  [
    '<p>x</p><li>a<ul><li>b</li></ul></li><li>c</li><p>y</p>',
    '<p>x</p><ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><p>y</p>',
  ],
  ['<div><li><span>a</span></li></div><p>y</p>', '<ul><li>a</li></ul><p>y</p>'],
])('list items without their list become one: %s', (html, cleaned) => {
  expect(cleanPastedHtml(html).replace(/<li><p>(.*?)<\/p>/g, '<li>$1')).toBe(cleaned);
});

test.each([
  [
    '<ul><li>item 1</li><li><ul><li>nested 1</li><li>nested 2</li></ul></li></ul>',
    '<ul><li>item 1<ul><li>nested 1</li><li>nested 2</li></ul></li></ul>',
  ],
  [
    '<ol><li>a</li><li><ol><li>b</li></ol></li><li>c</li></ol>',
    '<ol><li>a<ol><li>b</li></ol></li><li>c</li></ol>',
  ],
  ['<ul><li><ul><li>a</li></ul></li><li>b</li></ul>', '<ul><li><ul><li>a</li></ul></li><li>b</li></ul>'],
])('a list in an item of its own leaves no empty item: %s', (html, cleaned) => {
  expect(cleanPastedHtml(html).replace(/<li><p>(.*?)<\/p>/g, '<li>$1')).toBe(cleaned);
});

test.each([
  [
    '<ul><li><input type="checkbox" checked disabled> done</li><li><input type=checkbox> to do</li></ul>',
    ['☑ done', '☐ to do'],
  ],
  [
    '<ul><li role="checkbox" aria-checked="true" aria-level="1"><img src="data:image/png;base64,AA" width="17" alt="checked"><p>done</p></li><li role="checkbox" aria-checked="false"><p>to do</p></li></ul>',
    ['☑ done', '☐ to do'],
  ],
  [
    '<ul data-type="taskList"><li data-checked="true"><label><input type="checkbox" checked><span></span></label><div><p>done</p></div></li></ul>',
    ['☑ done'],
  ],
  [
    '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>done</span></li><li><div class="checkbox checkbox-off"></div> <span>to do</span></li></ul>',
    ['☑ done', '☐ to do'],
  ],
  ['<p><input type="CHECKBOX"> a <input type="text" value="b"> c</p><p>d</p>', ['☐ a c', 'd']],
])('check boxes survive in %s', (html, lines) => {
  const texts = cleanPastedHtml(html)
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter(Boolean);
  expect(texts).toEqual(lines);
});

test.each([
  ['<p dir="rtl">שלום</p><p dir="ltr">a</p>', '<p dir="rtl">שלום</p><p>a</p>'],
  ['<p dir="rtl">שלום</p>', '<p dir="rtl">שלום</p>'],
  ['<div dir="auto">שלום <b>a</b></div>', '<p dir="auto">שלום <strong>a</strong></p>'],
  ['<p dir="ltr">a</p>', 'a'],
  ['<div dir="RTL"><p>שלום</p><p dir="ltr">a</p></div>', '<p dir="rtl">שלום</p><p dir="ltr">a</p>'],
  ['<h2 dir="rtl">שלום</h2><p>a</p>', '<h2 dir="rtl">שלום</h2><p>a</p>'],
  ['<p style="direction: rtl">שלום</p><p>a</p>', '<p dir="rtl">שלום</p><p>a</p>'],
  ['<p dir="auto">שלום</p><p dir="auto">a</p>', '<p dir="auto">שלום</p><p>a</p>'],
  ['<blockquote dir="rtl">שלום</blockquote>', '<blockquote><p dir="rtl">שלום</p></blockquote>'],
  ['<ul dir="rtl"><li>שלום</li></ul>', '<ul><li><p dir="rtl">שלום</p></li></ul>'],
  ['<ul><li dir="rtl">שלום</li></ul>', '<ul><li><p dir="rtl">שלום</p></li></ul>'],
  [
    '<table><tr><td dir="rtl">שלום</td><td>a</td></tr></table>',
    '<table><tbody><tr><td><p dir="rtl">שלום</p></td><td><p>a</p></td></tr></tbody></table>',
  ],
])('the direction of %s stays', (html, cleaned) => {
  expect(cleanPastedHtml(html)).toBe(cleaned);
});

test('HTML copied from this editor stays unchanged', () => {
  const html = '<p data-pm-slice="1 1 []">a <strong>b</strong></p>';
  expect(cleanPastedHtml(html)).toBe(html);
});

test('extremely deep nesting is handled', () => {
  expect(cleanPastedHtml(`${'<div>'.repeat(20_000)}a${'</div>'.repeat(20_000)}<p>b</p>`).trim()).toMatch(
    /^a\s+b$/,
  );
  expect(cleanPastedHtml(`${'<div>'.repeat(1000)}a${'</div>'.repeat(1000)}<p>b</p>`)).toBe('b');
});

test.each([
  [
    '<aside class="callout-tip" role="note"><p class="callout-label"><strong>Tip</strong></p><p>a</p></aside>',
    '<aside class="callout-tip"><p>a</p></aside>',
  ],
  ['<aside class="sidebar"><p>a</p></aside>', '<p>a</p>'],
  ['<p><a class="button" href="/b">a <b>c</b></a></p>', '<p><a class="button" href="/b">a c</a></p>'],
  ['<p><a class="button" href="javascript:x">a</a></p>', '<p>a</p>'],
  [
    '<section class="faq"><details><summary>a</summary><p>b</p></details></section>',
    '<section class="faq"><details><summary>a</summary><p>b</p></details></section>',
  ],
])('of a published text, %s is pasted as %s', (html, cleaned) => {
  expect(cleanPastedHtml(`${html}<p>x</p>`)).toBe(`${cleaned}<p>x</p>`);
});
