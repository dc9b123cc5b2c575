import { expect, test } from 'vitest';
import { measureCpuMs } from '#test/support/measure-cpu.ts';
import { cleanPastedHtml } from './clean-pasted-html.ts';
import { markdownToHtml } from './markdown-to-html.ts';

const convert = (markdown: string) => cleanPastedHtml(markdownToHtml(markdown) ?? '');

test.each([
  ['# One\n\n##### Two', '<h1>One</h1><h4>Two</h4>'],
  [
    'a **b** *c* ~~d~~ `e` **f *g***',
    'a <strong>b</strong> <em>c</em> <s>d</s> <code>e</code> <strong>f </strong><strong><em>g</em></strong>',
  ],
  [
    '- a\n  1. b\n     - c\n- d',
    '<ul><li><p>a</p><ol><li><p>b</p><ul><li><p>c</p></li></ul></li></ol></li><li><p>d</p></li></ul>',
  ],
  ['3. a\n\n   b\n4. c', '<ol start="3"><li><p>a</p><p>b</p></li><li><p>c</p></li></ol>'],
  ['1986. That was a year.\n\nx', '<p>1986. That was a year.</p><p>x</p>'],
  ['3. Oktober 1990\n\n1. Mai, frei', '<p>3. Oktober 1990</p><p>1. Mai, frei</p>'],
  ['2024. a\n2025. b', '<ol start="2024"><li><p>a</p></li><li><p>b</p></li></ol>'],
  ['7. a\n\nx', '<ol start="7"><li><p>a</p></li></ol><p>x</p>'],
  ['- [x] a\n- [ ] b', '<ul><li><p>☑ a</p></li><li><p>☐ b</p></li></ul>'],
  [
    '```TS title="a"\nif (a < b) {\n\n  c("<p>");\n}\n```',
    '<pre><code class="language-ts">if (a &lt; b) {\n\n  c("&lt;p&gt;");\n}</code></pre>',
  ],
  ['~~~objective-c\na\n~~~', '<pre><code class="language-objective-c">a</code></pre>'],
  ['a\n\n    b\n\n---\n\nc', '<p>a</p><pre><code>b</code></pre><hr><p>c</p>'],
  [
    '> a\n>\n> - b\n>> c',
    '<blockquote><p>a</p><ul><li><p>b</p></li></ul><blockquote><p>c</p></blockquote></blockquote>',
  ],
  [
    '| a | b |\n|:--|--:|\n| `c\\|d` | **e** |',
    '<table><tbody><tr><th scope="col"><p>a</p></th><th scope="col"><p>b</p></th></tr><tr><td><p><code>c|d</code></p></td><td><p><strong>e</strong></p></td></tr></tbody></table>',
  ],
  [
    '[a](https://example.org/b "c") <https://example.org/> [d][1]\n\n[1]: /e',
    '<a href="https://example.org/b" rel="noopener">a</a> <a href="https://example.org/" rel="noopener">https://example.org/</a> <a href="/e">d</a>',
  ],
  [
    '![a lake](https://example.org/a.png)',
    '<figure><img src="https://example.org/a.png" alt="a lake"></figure>',
  ],
  ['a  \nb\\\nc', 'a<br>b<br>c'],
  ['---\ntitle: a\ntags:\n  - b\n---\n\nc\n\nd', '<p>c</p><p>d</p>'],
  ['a &amp; b &lt; c \\*d\\*', 'a &amp; b &lt; c *d*'],
])('%j becomes %s', (markdown, html) => {
  expect(convert(markdown)).toBe(html);
});

test('lines stay lines, unless they end because of their width', () => {
  expect(convert('**Sea**\nThe rain said:\nCome')).toBe('<strong>Sea</strong><br>The rain said:<br>Come');
  const wrapped = `${'word '.repeat(15).trim()}\nand more`;
  expect(convert(wrapped)).toBe(wrapped.replace('\n', ' '));
});

test.each([
  ['[a](javascript:alert(1))', 'a'],
  ['[a](data:text/html,b)', 'a'],
  ['[a]( java&Tab;script:alert)', 'a'],
  ['[a](vbscript:b) <javascript:b>', 'a javascript:b'],
  ['[a][1]\n\n[1]: javascript:b', 'a'],
  ['a <script>b</script><img src=x onerror=b> <b onclick="c">d</b>', ''],
  ['<iframe src="https://example.org/"></iframe>\n\n<style>a{}</style>\n\nb', 'b'],
  ['```"><script>\na\n```', '<pre><code>a</code></pre>'],
])('%j does nothing when it is pasted', (markdown, html) => {
  const cleaned = convert(markdown);
  expect(cleaned).not.toMatch(/<script|onerror|onclick|<iframe|<style|href="(?:java|vb|data)/i);
  if (html !== '') expect(cleaned).toBe(html);
});

test('relative links become text, because their target is a file next to the document', () => {
  expect(convert('[a](docs/b.md) [c](./d.md) [e](www.example.org)')).toBe(
    'a c <a href="http://www.example.org/" rel="noopener">e</a>',
  );
});

test.each(['> ', '- ', '1. ', '*', '**_a', '_a', '[a](', '![', '<a '])(
  'long runs of %j neither fail nor block the page',
  (part) => {
    const text = part.repeat(Math.floor(3000 / part.length));
    expect(measureCpuMs(() => markdownToHtml(text))).toBeLessThan(3000);
  },
);

test('deeply nested Markdown is not converted', () => {
  expect(markdownToHtml('> '.repeat(30_000))).toBeNull();
});

test.each([
  [
    '> [!TIP]\n> a **b**\n>\n> - c',
    '<aside class="callout-tip"><p>a <strong>b</strong></p><ul><li><p>c</p></li></ul></aside>',
  ],
  ['> [!Caution]\n> a', '<aside class="callout-warning"><p>a</p></aside>'],
  ['> [!IMPORTANT]\n>\n> a', '<aside class="callout-note"><p>a</p></aside>'],
  ['> [!toString] a', '<blockquote><p>[!toString] a</p></blockquote>'],
])('%s is the callout %s', (markdown, html) => {
  expect(cleanPastedHtml(markdownToHtml(markdown) ?? '')).toBe(html);
});
