import fc from 'fast-check';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { stressRuns } from '#test/support/stress.ts';
import { sanitizeContent } from './sanitize-content.ts';

const imagePath = '/files/0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d/480.webp';

describe('output of the editor stays unchanged', () => {
  test.each([
    '<p>One <strong>two <em>three</em></strong> <u>four</u> <s>five</s> H<sub>2</sub>O x<sup>2</sup></p>',
    '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><hr><p>a<br>b</p>',
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><ol start="3"><li>c</li></ol>',
    '<blockquote><p>a &amp; b &lt; c "d"</p></blockquote>',
    '<pre><code class="language-ts">if (a &lt; b) {\n  return;\n}</code></pre>',
    '<p><a href="https://example.org/a?b=c&amp;d" rel="noopener">a</a> <a href="/de/about">b</a> <a href="#c">c</a></p>',
    '<p><a href="mailto:a@example.org">m</a> <a href="tel:+49123">t</a></p>',
    `<figure><img src="${imagePath}" alt="A &quot;cat&quot;" width="480" height="300"><figcaption>Cat</figcaption></figure>`,
    '<table><caption>T</caption><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><th scope="row">c</th><td rowspan="2">d</td></tr><tr><td>e</td></tr></tbody></table>',
    '<p lang="de" dir="ltr">Guten <span lang="zh-Hans">早</span></p>',
    '<p>中文 ไทย 😀 đ</p>',
  ])('%s', (html) => expect(sanitizeContent(html)).toBe(html));
});

describe('scripts, styles and unsafe URLs are removed', () => {
  test.each([
    ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
    ['<p onclick="x()" style="color:red" class="big" id="top">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<p>a</p>'],
    ['<a href=" java&#10;script:alert(1)">a</a>', '<p>a</p>'],
    ['<a href="data:text/html,x">a</a>', '<p>a</p>'],
    ['<a href="vbscript:x">a</a>', '<p>a</p>'],
    ['<svg><a xlink:href="javascript:x"><text>a</text></a></svg>', '<p>a</p>'],
    ['<math><mi xlink:href="javascript:x">a</mi></math>', '<p>a</p>'],
    ['<iframe src="https://example.org">x</iframe><p>a</p>', '<p>a</p>'],
    ['<form action="/x"><input value="v"><button>b</button></form>', '<p>b</p>'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ''],
    ['<img src="https://example.org/a.png" alt="x">', ''],
    ['<img src="data:image/png;base64,AAAA" alt="x">', ''],
    [`<img src="${imagePath}/../../x" alt="x">`, ''],
    [
      `<p>a<img src="${imagePath}" srcset="https://example.org/a 1x" onerror="x()" width="1e3"></p>`,
      `<p>a<img src="${imagePath}" alt=""></p>`,
    ],
    ['<code class="language-js evil">a</code>', '<p><code class="language-js">a</code></p>'],
    ['<code class="evil">a</code>', '<p><code>a</code></p>'],
    ['<p lang="xx">a</p><p lang="javascript">b</p><p dir="up">c</p>', '<p>a</p><p>b</p><p>c</p>'],
    ['a\0b\u0001c\ud800&#1;', '<p>abc\ufffd</p>'],
  ])('%j', (html, expected) => expect(sanitizeContent(html)).toBe(expected));
});

describe('invalid structure is normalized', () => {
  test.each([
    ['a line', '<p>a line</p>'],
    ['<div>a</div><div>b<div>c</div></div>', '<p>a</p><p>b</p><p>c</p>'],
    ['<b>x <i>y</i></b> <del>z</del>', '<p><strong>x <em>y</em></strong> <s>z</s></p>'],
    ['<b style="font-weight:normal"><p>a</p><p><b>b</b></p></b>', '<p>a</p><p><strong>b</strong></p>'],
    [
      '<strong><p>a</p><ul><li>b</li></ul></strong>',
      '<p><strong>a</strong></p><ul><li><strong>b</strong></li></ul>',
    ],
    ['<p>a<ul><li>b</ul>c', '<p>a</p><ul><li>b</li></ul><p>c</p>'],
    ['<ul>x<li>a</li><ul><li>b</li></ul></ul>', '<ul><li>x</li><li>a<ul><li>b</li></ul></li></ul>'],
    ['<ul><li>a<div>b</div></li></ul>', '<ul><li>a<p>b</p></li></ul>'],
    ['<li>a</li><td>b</td>', '<p>a</p><p>b</p>'],
    ['<a href="/x">a<a href="/y">b</a></a>', '<p><a href="/x">a</a><a href="/y">b</a></p>'],
    ['<a href="/x"><h2>a</h2></a>', '<h2><a href="/x">a</a></h2>'],
    ['<a href="/x"> </a><a href="/x"><strong></strong></a>', ''],
    [`<a href="/x"><img src="${imagePath}"></a>`, `<p><img src="${imagePath}" alt=""></p>`],
    ['<p></p><p>&nbsp;</p><p><br></p><h2> </h2><ul></ul><blockquote></blockquote>', ''],
    ['<h2>a<p>b</p></h2>', '<h2>a</h2><h2>b</h2>'],
    ['<h6>a</h6><section><h5>b</h5></section>', '<h4>a</h4><h4>b</h4>'],
    ['<figure><figcaption>only words</figcaption></figure>', '<p>only words</p>'],
    [
      '<table>stray<tr><td>a<tr><td>b</table>',
      '<p>stray</p><table><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table>',
    ],
    [
      '<table><tr><th>a<th>b<tr><th>c<td>d</table>',
      '<table><tbody><tr><th scope="col">a</th><th scope="col">b</th></tr><tr><th scope="row">c</th><td>d</td></tr></tbody></table>',
    ],
    [
      '<table><tr><td rowspan="9">a<td>b</table>',
      '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
    ],
    ['<table><tr></tr></table><table></table>', ''],
    ['<pre>  a\n\n  b   \n</pre>', '<pre>  a\n\n  b\n</pre>'],
    ['<pre><div>a</div><div>b</div></pre>', '<pre>a\nb</pre>'],
  ])('%j', (html, expected) => expect(sanitizeContent(html)).toBe(expected));
});

describe('sanitizing the URL of a link', () => {
  const sanitizeHref = (href: string) =>
    /href="([^"]*)"/.exec(sanitizeContent(`<a href="${href}">a</a>`))?.[1] ?? null;
  test.each([
    ['example.org/a', 'http://example.org/a'],
    ['example.org:8080', 'http://example.org:8080/'],
    ['localhost:3000/x', 'http://localhost:3000/x'],
    ['HTTPS://EXAMPLE.org', 'https://example.org/'],
    ['/a b|c', '/a%20b%7Cc'],
    ['/100%', '/100%25'],
    ['/../../etc', '/etc'],
    ['//example.org/x', 'http://example.org/x'],
    ['/\\example.org/x', 'http://example.org/x'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['ftp://example.org', null],
    ['blob:https://example.org/1', null],
    ['http://', null],
    [`/${'`'.repeat(3_900)}`, null],
    [`/${'x'.repeat(3_900)}`, `/${'x'.repeat(3_900)}`],
    ['', null],
  ])('%s becomes %s', (href, expected) => expect(sanitizeHref(href)).toBe(expected));
});

const names = [
  'p',
  'div',
  'span',
  'b',
  'strong',
  'em',
  'a',
  'img',
  'br',
  'hr',
  'h1',
  'h2',
  'h5',
  'ul',
  'ol',
  'li',
  'pre',
  'code',
  'blockquote',
  'figure',
  'figcaption',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'td',
  'th',
  'col',
  'script',
  'style',
  'svg',
  'math',
  'title',
  'textarea',
  'noscript',
  'template',
  'iframe',
  'form',
  'dl',
  'dt',
  'xmp',
];
const values = [
  'javascript:alert(1)',
  'java\tscript:x',
  'data:text/html,<b>',
  '/ok',
  '#x',
  'example.org',
  'https://example.org/?a=1&b',
  imagePath,
  'language-ts',
  'de',
  'zh-hans',
  'rtl',
  '2',
  '3',
  '0',
  'row',
  'alert(1)',
  '"><script>',
  "'",
  'color:red',
];
const attribute = fc
  .tuple(
    fc.constantFrom(
      'href',
      'src',
      'alt',
      'class',
      'lang',
      'dir',
      'colspan',
      'rowspan',
      'scope',
      'onclick',
      'style',
      'width',
      'start',
    ),
    fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 8 })),
  )
  .map(([name, value]) => ` ${name}="${value}"`);

const { html: anyHtml } = fc.letrec<{ html: string; element: string }>((tie) => ({
  html: fc
    .array(
      fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(
          'word',
          ' ',
          '\n',
          '&nbsp;',
          '<',
          '&lt;',
          '&#0;',
          '中',
          '-->',
          '</p>',
          '</table>',
          '<!--',
        ),
        fc.string({ maxLength: 6 }),
        tie('element'),
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join('')),
  element: fc
    .tuple(fc.constantFrom(...names), fc.array(attribute, { maxLength: 3 }), tie('html'), fc.boolean())
    .map(
      ([name, attributes, inner, closed]) =>
        `<${name}${attributes.join('')}>${inner}${closed ? `</${name}>` : ''}`,
    ),
}));

test('sanitizing is idempotent and leaves only allowed markup', () => {
  fc.assert(
    fc.property(anyHtml, (html) => {
      const once = sanitizeContent(html);
      expect(sanitizeContent(once)).toBe(once);
      for (const [tag] of once.matchAll(/<[^>]*>/g)) {
        expect(tag).toMatch(
          /^<\/?(?:p|h[1-4]|ul|ol|li|blockquote|pre|code|strong|em|u|s|sub|sup|a|img|figure|figcaption|table|caption|thead|tbody|tfoot|tr|th|td|hr|br|span)[ >]/,
        );
        expect(tag).not.toMatch(
          /\s(?!href|rel|src|alt|width|height|class|start|lang|dir|colspan|rowspan|scope)[a-z-]+=/,
        );
        expect(tag).not.toMatch(/="\s*(?:javascript|data|vbscript):/i);
      }
    }),
    { numRuns: stressRuns(200, 5_000) },
  );
});

test('html-validate finds no errors in sanitized HTML', async () => {
  const checker = new HtmlValidate(
    new StaticConfigLoader({
      root: true,
      extends: ['html-validate:recommended', 'html-validate:a11y'],
      // Checked in the test of rendered pages, where the content is below a title.
      rules: { 'heading-level': 'off', 'tel-non-breaking': 'off' },
    }),
  );
  await fc.assert(
    fc.asyncProperty(anyHtml, async (html) => {
      const sanitized = sanitizeContent(html);
      const { results } = await checker.validateString(sanitized);
      const problems = results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      );
      expect({ sanitized, problems }).toEqual({ sanitized, problems: [] });
    }),
    { numRuns: 120 },
  );
});
