import { expect, test } from 'vitest';
import { htmlToMarkdown } from './markdown.ts';

test.each([
  ['<p>1. one</p>', '1\\. one'],
  ['<p>2) two</p>', '2\\) two'],
  [
    '<p>a<sup class="footnote"><a href="#fn-x7"></a></sup> b<sup class="footnote"><a href="#fn-a"></a></sup> c<sup>2</sup></p><ol class="footnotes"><li id="fn-x7">d <em>e</em></li><li id="fn-a"><p>f</p><p>g</p></li></ol>',
    'a[^1] b[^2] c2\n\n[^1]: d *e*\n[^2]: <span></span>f\n\n    g',
  ],
  ['<p>a<br>===<br>---</p>', 'a\\\n\\===\\\n\\---'],
  ['<p>- a</p>', '\\- a'],
  ['<pre><code class="language-ts">a\n```</code></pre>', '````ts\na\n```\n````'],
  [
    '<p><a href="/b" target="_blank" rel="noopener">*a</a></p>',
    '<a href="/b" target="_blank" rel="noopener">\\*a</a>',
  ],
  ['<p><code>a`b</code></p>', '`` a`b ``'],
  ['<p><code>a|b</code></p>', '`a|b`'],
  [
    '<table><tr><th>a|b</th></tr><tr><td><code>c|d</code></td></tr></table>',
    '| a\\|b |\n| --- |\n| `c\\|d` |',
  ],
  [
    '<p><mark>*a*</mark> <abbr title="B &quot;c&quot;">B</abbr> <time datetime="2026">d</time> <kbd>e</kbd> <cite>f</cite></p>',
    '<mark>\\*a\\*</mark> <abbr title="B &quot;c&quot;">B</abbr> <time datetime="2026">d</time> <kbd>e</kbd> <cite>f</cite>',
  ],
  [
    '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>',
    '<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>',
  ],
  ['<h2 id="two">Two</h2><p><a href="#two">up</a></p>', '## <a id="two"></a>Two\n\n[up](#two)'],
  [
    '<details open><summary>a *<b>b</b></summary><p>c <strong>d</strong></p></details>',
    '<details open>\n\n<summary>a &#42;<b>b</b></summary>\n\nc **d**\n\n</details>',
  ],
  [
    '<ul><li><dl><dt>a</dt><dd>b<ul><li>c</li></ul></dd></dl></li></ul>',
    '- <dl>\n\n  <dt>a</dt>\n\n  <dd>\n\n  b\n\n  - c\n\n  </dd>\n\n  </dl>',
  ],
  [
    '<aside class="callout-tip"><p>a <strong>b</strong></p><ul><li>c</li></ul></aside>',
    '> [!TIP]\n> a **b**\n>\n> - c',
  ],
  ['<p><a class="button" href="/b">*a</a></p>', '<a class="button" href="/b">\\*a</a>'],
  [
    '<section class="faq"><details><summary>a?</summary><p>b</p></details></section>',
    '<section class="faq">\n\n<details>\n\n<summary>a?</summary>\n\nb\n\n</details>\n\n</section>',
  ],
])('%s keeps its meaning as Markdown', (html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown);
});
