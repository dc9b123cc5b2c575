import { expect, test } from 'vitest';
import { htmlToMarkdown } from '#backup/content/markdown.ts';
import { sanitizeContent } from '#content/sanitize-content.ts';
import { measureCpuMs } from '#test/support/measure-cpu.ts';
import { cleanPastedHtml } from './clean-pasted-html.ts';
import { markdownToHtml } from './markdown-to-html.ts';

const convert = (markdown: string) => sanitizeContent(cleanPastedHtml(markdownToHtml(markdown) ?? ''));

test.each([
  ['a[^1] b[^note].\n\n[^1]: c *d*\n[^note]: e', 'a[^1] b[^2].\n\n[^1]: c *d*\n[^2]: <span></span>e'],
  ['notes first\n\n[^1]: c\n\nb[^1]', 'notes first\n\nb[^1]\n\n[^1]: <span></span>c'],
  ['a[^1]\n\n[^1]: b\n\n    - c\n\nd', 'a[^1]\n\nd\n\n[^1]: <span></span>b\n\n    - c'],
  ['a[^1] b[^1]\n\n[^1]: c', 'a[^1] b[^2]\n\n[^1]: <span></span>c\n[^2]: <span></span>c'],
  ['a[^1]\n\n[^1]: <span></span>c', 'a[^1]\n\n[^1]: <span></span>c'],
  ['a\n\n[^1]: b', 'a'],
  ['`a[^1]`\n\n```\n[^1]: b\n```', '`a[^1]`\n\n```\n[^1]: b\n```'],
])('%j keeps its footnotes from pasting to an export', (markdown, exported) => {
  expect(htmlToMarkdown(convert(markdown))).toBe(exported);
});

test('markup in a note or label is no HTML of the page', () => {
  const html = convert('a[^"><b>]\n\n[^"><b>]: <img src=x onerror=alert(1)><script>alert(1)</script>b');
  expect(html).not.toMatch(/onerror|script|<b>/);
});

test('footnotes without end take no time', () => {
  const cpuMs = measureCpuMs(() => {
    for (const part of ['[^', '[^1]', '[^1]: ', '[^1]:\n', '[^1]: a\n\n    '])
      markdownToHtml(part.repeat(5000));
  });
  expect(cpuMs).toBeLessThan(20_000);
});
