import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import { hostileHtml } from '#test/support/hostile-html.ts';
import { stressRuns } from '#test/support/stress.ts';
import { sanitizeContent } from '../sanitize-content.ts';
import { renderContent } from './render-content.ts';

const numRuns = stressRuns(1_500, 20_000);

const allowed: Record<string, RegExp> = {
  a: /^(?:href|rel|lang|dir)$/,
  img: /^(?:src|alt|width|height|lang|dir)$/,
  code: /^(?:class|lang|dir)$/,
  ol: /^(?:start|lang|dir)$/,
  td: /^(?:colspan|rowspan|lang|dir)$/,
  th: /^(?:colspan|rowspan|scope|lang|dir)$/,
};
const names =
  'p h1 h2 h3 h4 ul li blockquote pre strong em u s sub sup figure figcaption table caption thead';

for (const name of `${names} tbody tfoot tr hr br span`.split(' ')) allowed[name] = /^(?:lang|dir)$/;
/** `//host` and `/\host` would point to other sites. */
const allowedHref = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/;

function findViolations(html: string): string[] {
  const violations: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      for (const [key, value] of Object.entries(attributes)) {
        if (!allowed[name]?.test(key)) violations.push(`${name} ${key}`);
        if (key === 'href' && !allowedHref.test(value)) violations.push(`href ${value}`);
      }
      if (!allowed[name]) violations.push(name);
    },
    oncomment: (text) => void violations.push(`comment ${text}`),
    onprocessinginstruction: (name) => void violations.push(name),
  });
  parser.end(html);
  return violations;
}

test('only allowed elements and attributes survive in hostile HTML, and sanitizing is idempotent', () => {
  fc.assert(
    fc.property(hostileHtml, (input) => {
      const once = sanitizeContent(input);
      expect(findViolations(once)).toEqual([]);
      expect(sanitizeContent(once)).toBe(once);
      expect(once).not.toMatch(/[\0\ud800]/);
    }),
    { numRuns },
  );
});

test('rendering stored HTML adds only heading ids and image attributes', () => {
  fc.assert(
    fc.property(hostileHtml, (input) => {
      const { html } = renderContent(sanitizeContent(input));
      const withoutIds = html.replace(/ id="[^"<>]*"(?=>)/g, '');
      expect(findViolations(withoutIds).filter((violation) => !/^h[56]/.test(violation))).toEqual([]);
    }),
    { numRuns: Math.ceil(numRuns / 3) },
  );
});

test.each([
  ['signs that look like markup', '<p>if (a &lt; b &amp;&amp; c &gt; d) &amp;lt;script&amp;gt;</p>'],
  [
    'code about code',
    '<pre><code class="language-html">&lt;img src=x onerror="alert(1)"&gt;\n&lt;!-- x --&gt;</code></pre>',
  ],
  ['words that name events', '<p>onclick=alert(1) javascript:void(0) data:text/html, style="x"</p>'],
  ['all of a list', '<ol start="7"><li>a<ul><li>b <strong>c</strong></li></ul></li><li>d</li></ol>'],
  [
    'languages',
    '<p lang="ar" dir="rtl">مرحبا <span lang="zh-Hant-TW">早安</span> <em lang="sr-Latn">dobro</em></p>',
  ],
  ['signs of all planes', '<p>👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301 ไทย Tiếng Việt “q” — … \u00a0 ½ ∑ 𝒳 𠮷</p>'],
  [
    'addresses',
    '<p><a href="https://example.org/a?b=1&amp;c=%2F#d" rel="noopener">x</a> <a href="/th/blog#x">y</a></p>',
  ],
  [
    'a table',
    '<table><caption>C</caption><thead><tr><th colspan="2" scope="col">a</th></tr></thead><tbody><tr><td>b</td><td>1 &lt; 2</td></tr></tbody></table>',
  ],
  ['quotes in quotes', '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>'],
  [
    'formulas',
    '<p>E = mc<sup>2</sup>, H<sub>2</sub>O, <s>old</s> <u>new</u></p><hr><h2>Next</h2><p>a<br>b</p>',
  ],
])('content stays unchanged: %s', (_name, html) => {
  expect(sanitizeContent(html)).toBe(html);
});
